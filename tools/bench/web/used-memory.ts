import type { CDPSession } from '@playwright/test';

type Send = (method: string, parameters?: object) => Promise<unknown>;

/** Returns the memory of a page's scripts and workers in bytes, including typed arrays, after garbage collection. */
export async function usedMemory(session: CDPSession): Promise<number> {
  let used = await usedBy((method) => session.send(method as 'Runtime.getHeapUsage'));
  const workers: string[] = [];
  const attached = ({ sessionId }: { sessionId: string }) => workers.push(sessionId);
  session.on('Target.attachedToTarget', attached);
  await session.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: false,
  });
  for (const sessionId of workers) used += await usedBy((method) => sendToWorker(session, sessionId, method));
  await session.send('Target.setAutoAttach', {
    autoAttach: false,
    waitForDebuggerOnStart: false,
    flatten: false,
  });
  session.off('Target.attachedToTarget', attached);
  return used;
}

async function usedBy(send: Send): Promise<number> {
  await send('HeapProfiler.collectGarbage');
  const usage = Object(await send('Runtime.getHeapUsage'));
  const used = Number(usage.usedSize) + Number(usage.backingStorageSize);
  if (Number.isNaN(used)) throw new Error('the browser does not report its memory usage');
  return used;
}

/** Sends a command to a worker through the session of its page. */
function sendToWorker(session: CDPSession, sessionId: string, method: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const id = 1;
    const onMessage = (event: { sessionId: string; message: string }) => {
      const response = Object(JSON.parse(event.message));
      if (event.sessionId !== sessionId || response.id !== id) return;
      session.off('Target.receivedMessageFromTarget', onMessage);
      resolve(response.result);
    };
    session.on('Target.receivedMessageFromTarget', onMessage);
    session
      .send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) })
      .catch(reject);
  });
}
