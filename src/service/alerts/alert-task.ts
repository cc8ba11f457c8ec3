import { sql } from 'drizzle-orm';
import type { Service } from '#service/config/context.ts';
import { pause, startTask, type Task, type TaskListener, withAnySignal } from '#service/config/task.ts';
import { publicInternet } from '#service/server/public-internet.ts';
import { rows } from '#service/store/database.ts';
import { evaluateAlerts, Turns } from './evaluate-alerts.ts';
import {
  type ClaimedMessage,
  claimMessages,
  type EndpointNetwork,
  type SendContext,
  sendMessage,
} from './send-messages.ts';
import { createPushKey } from './subscriptions.ts';
import { storeWebhooks } from './webhooks.ts';

/** Rounds of other processes, and messages to send again, are found after this time. */
const POLL_MS = 3_000;
/** Evaluations leave three quarters of the time to requests and rounds. */
const PAUSE_FACTOR = 3;

export interface AlertTask extends Task {
  /** A round has been committed. */
  readonly wake: () => void;
}

/** Evaluates the alerts of subscriptions after each round, and sends the messages. */
export function startAlerts(
  service: Service,
  listener: TaskListener,
  network: EndpointNetwork = { policy: publicInternet },
): AlertTask {
  const { store, clock, config } = service;
  const contact = config.pushContact ?? contactOf(config.publicUrl);
  const context: SendContext = { store, clock, config, contact, network };
  const evaluation = new Wakeup();
  const sending = new Wakeup();
  const evaluator = startTask((stopped) =>
    evaluateRounds(service, listener, evaluation, () => sending.notify(), stopped),
  );
  const sender = startTask((stopped) => sendMessages(context, listener, sending, stopped));
  return {
    wake: () => evaluation.notify(),
    stop: async () => {
      await evaluator.stop();
      await sender.stop();
    },
  };
}

/** Push services require a URL. Without a public URL, this one leads nowhere. */
function contactOf(publicUrl: string | undefined): string {
  return publicUrl?.startsWith('https:') ? publicUrl : 'https://jetscope.invalid';
}

async function evaluateRounds(
  service: Service,
  listener: TaskListener,
  wakeup: Wakeup,
  onMessages: () => void,
  stopped: AbortSignal,
): Promise<void> {
  let isPrepared = false;
  let evaluatedAt: string | null | undefined;
  const turns = new Turns();
  while (!stopped.aborted) {
    const started = performance.now();
    try {
      if (!isPrepared) {
        await createPushKey(service.store);
        await storeWebhooks(service.store, service.config.webhooks, service.clock.now());
      }
      isPrepared = true;
      const [dataset] = await rows<{ at: string | null }>(
        service.store.db,
        sql`select iso(calculated_at) as at from dataset`,
      );
      if (dataset?.at !== evaluatedAt) turns.restart();
      if ((dataset?.at !== evaluatedAt || !turns.isComplete) && (await evaluateAlerts(service, turns)) > 0)
        onMessages();
      evaluatedAt = dataset?.at;
      listener.succeeded();
    } catch (error) {
      listener.failed(error);
    }
    await pause((performance.now() - started) * PAUSE_FACTOR, stopped);
    await wakeup.wait(POLL_MS, stopped);
  }
}

async function sendMessages(
  context: SendContext,
  listener: TaskListener,
  wakeup: Wakeup,
  stopped: AbortSignal,
): Promise<void> {
  const sending = new Map<ClaimedMessage, Promise<unknown>>();
  while (!stopped.aborted) {
    const claimed = await claimMessages(context.store, [...sending.keys()]).catch((error: unknown) => {
      listener.failed(error);
      return [];
    });
    for (const message of claimed) {
      const sent = sendMessage(context, message)
        .catch((error: unknown) => listener.failed(error))
        .finally(() => {
          sending.delete(message);
          wakeup.notify();
        });
      sending.set(message, sent);
    }
    // Until there is room, or another message.
    await wakeup.wait(POLL_MS, stopped);
  }
  await Promise.all(sending.values());
}

/** Ends a pause early. */
class Wakeup {
  #controller = new AbortController();

  notify(): void {
    this.#controller.abort();
  }

  /** Waits until `notify` is called, which may have been since the last wait. */
  async wait(milliseconds: number, stopped: AbortSignal): Promise<void> {
    await withAnySignal([stopped, this.#controller.signal], (signal) => pause(milliseconds, signal));
    this.#controller = new AbortController();
  }
}
