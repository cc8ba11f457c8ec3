import { Histogram, type Registry } from 'prom-client';

export interface ServedRequest {
  readonly method: string;
  /** Pattern of the route, such as `/v1/jettons/:address`; undefined for paths without a route. */
  readonly route: string | undefined;
  readonly status: number;
  readonly seconds: number;
}

export interface HttpMetrics {
  observe(request: ServedRequest): void;
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'OPTIONS'];

/** Creates the metrics of requests. Clients cannot choose the values of labels, so their number is limited. */
export function createHttpMetrics(registry: Registry): HttpMetrics {
  const duration = new Histogram({
    name: 'jetscope_http_request_duration_seconds',
    help: 'Duration of requests by method, route and class of the status',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  });
  return {
    observe: ({ method, route, status, seconds }) => {
      const labels = {
        method: METHODS.includes(method) ? method : 'other',
        route: routeLabel(route),
        status: `${Math.floor(status / 100)}xx`,
      };
      duration.observe(labels, seconds);
    },
  };
}

/** Pages of the dashboard and unknown paths have no route. Every asset of the dashboard has its own. */
function routeLabel(route: string | undefined): string {
  if (route === undefined) return 'none';
  return route.startsWith('/assets/') ? '/assets/*' : route;
}
