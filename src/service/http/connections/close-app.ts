import type { FastifyInstance } from 'fastify';

const GRACE_MS = 3_000;

/** Closes the app. Requests under way may end within the grace period; then their connections are closed, too. */
export async function closeApp(app: FastifyInstance, graceMilliseconds = GRACE_MS): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), graceMilliseconds);
  try {
    await app.close();
  } finally {
    clearTimeout(timer);
  }
}
