import type { FastifyInstance } from 'fastify';
import { expect } from 'vitest';

/** Scrapes the metrics of an app. Returns the values of all series, such as `jetscope_info{version="1.2.3"}`. */
export async function scrapeMetrics(app: FastifyInstance): Promise<ReadonlyMap<string, number>> {
  const { statusCode, body } = await app.inject('/metrics');
  expect(statusCode).toBe(200);
  const samples = body.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    samples.map((line) => {
      const end = line.lastIndexOf(' ');
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
}
