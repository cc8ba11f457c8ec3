import type { CDPSession } from '@playwright/test';

type Send = (method: string, parameters?: object) => Promise<unknown>;

/** Bytes that the page's scripts and its workers' hold, arrays of numbers too, after collecting garbage. */
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
  for (const sessionId of workers) used += await usedBy((method) => askWorker(session, sessionId, method));
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
  if (Number.isNaN(used)) throw new Error('the browser does not tell how much memory is used');
  return used;
}

/** Workers have no sessions of their own here: questions go through the page's. */
function askWorker(session: CDPSession, sessionId: string, method: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const id = 1;
    const heard = (event: { sessionId: string; message: string }) => {
      const answer = Object(JSON.parse(event.message));
      if (event.sessionId !== sessionId || answer.id !== id) return;
      session.off('Target.receivedMessageFromTarget', heard);
      resolve(answer.result);
    };
    session.on('Target.receivedMessageFromTarget', heard);
    session
      .send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) })
      .catch(reject);
  });
}
