import { BlockList, isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest, onRequestHookHandler, onResponseHookHandler } from 'fastify';
import type { Config } from '#service/config/config.ts';
import { isLoopbackHost } from '#service/server/base-url.ts';
import { sendError } from '#service/server/errors.ts';
import { STREAM_TYPE } from '#service/server/requests/serve-stream.ts';
import type { HttpMetrics, Metrics } from './metrics.ts';

export const METRICS_PATH = '/metrics';

interface MetricsOptions {
  readonly metrics: Metrics;
  readonly config: Pick<Config, 'metricsAllow'>;
  /** Limits the rate of clients that are not allowed. */
  readonly admit: onRequestHookHandler;
}

/** Serves metrics to allowed clients; for all others there is no such path, because metrics reveal the traffic. */
export function serveMetrics(app: FastifyInstance, { metrics, config, admit }: MetricsOptions): void {
  const isAllowed = allowClients(config.metricsAllow);
  const onRequest: onRequestHookHandler = function (request, reply, next) {
    if (isAllowed(request)) next();
    else admit.call(this, request, reply, () => sendError(reply, 404));
  };
  app.get(METRICS_PATH, { onRequest }, async (_request, reply) => {
    const text = await metrics.scrape();
    return (
      reply
        // Other sites in a browser on this machine must not read them.
        .removeHeader('access-control-allow-origin')
        .header('cross-origin-resource-policy', 'same-origin')
        .header('cache-control', 'no-store')
        .header('content-type', metrics.contentType)
        .send(text)
    );
  });
}

/** Measures the duration of every response, until its last byte was sent. Streams end when their clients leave. */
export function measureRequests(metrics: HttpMetrics): onResponseHookHandler {
  return (request, reply, done) => {
    if (reply.getHeader('content-type') !== STREAM_TYPE)
      metrics.observe({
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        seconds: reply.elapsedTime / 1000,
      });
    done();
  };
}

const LOOPBACK = ['127.0.0.0/8', '::1'];
const loopback = new BlockList();
for (const network of LOOPBACK) addNetwork(loopback, network);
const FORWARDING_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'];

/** Returns a function that returns whether a request comes from loopback or one of the networks. */
function allowClients(networks: readonly string[] = []): (request: FastifyRequest) => boolean {
  const allowed = new BlockList();
  for (const network of [...LOOPBACK, ...networks]) addNetwork(allowed, network);
  return (request) => {
    // A proxy that is not trusted: the client is unknown, and the address is that of the proxy.
    const isForwarded = FORWARDING_HEADERS.some((name) => request.headers[name] !== undefined);
    if (isForwarded && request.ip === request.socket.remoteAddress) return false;
    const family = isIP(request.ip);
    if (family === 0) return false;
    const version = family === 4 ? 'ipv4' : 'ipv6';
    // A page of another site whose name leads to this machine could read the response.
    if (loopback.check(request.ip, version) && !isLoopbackHost(request.headers.host)) return false;
    return allowed.check(request.ip, version);
  };
}

function addNetwork(list: BlockList, network: string): void {
  const [address = '', bits] = network.split('/');
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
  if (bits === undefined) list.addAddress(address, family);
  else list.addSubnet(address, Number(bits), family);
}
