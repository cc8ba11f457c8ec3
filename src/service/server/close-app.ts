import type { FastifyInstance } from 'fastify';

const GRACE_MS = 3_000;

/** Closes the app. Requests in progress may complete within the grace period; then all connections are closed. */
export async function closeApp(app: FastifyInstance, graceMilliseconds = GRACE_MS): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), graceMilliseconds);
  try {
    await app.close();
  } finally {
    clearTimeout(timer);
  }
}
