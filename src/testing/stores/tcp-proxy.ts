import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

type Address = { readonly path: string } | { readonly host: string; readonly port: number };

interface Link {
  readonly client: Socket;
  readonly server: Socket;
  /** Whether data and closed connections are forwarded. */
  forwarding: boolean;
}

/** A TCP proxy in front of a PostgreSQL server, to simulate network failures on loopback. */
export class TcpProxy {
  /** Connection string that connects through the proxy. */
  readonly databaseUrl: string;
  /** Whether new connections are reset immediately. */
  refusing = false;
  readonly #listener: Server;
  readonly #links = new Set<Link>();

  private constructor(listener: Server, databaseUrl: string) {
    this.#listener = listener;
    this.databaseUrl = databaseUrl;
  }

  static async listen(databaseUrl: string): Promise<TcpProxy> {
    const target = serverAddress(new URL(databaseUrl));
    const listener = createServer({ allowHalfOpen: true }, (client) => proxy.#accept(client, target));
    await once(listener.listen(0, '127.0.0.1'), 'listening');
    const address = listener.address();
    const url = new URL(databaseUrl);
    url.searchParams.delete('host');
    url.hostname = '127.0.0.1';
    url.port = String(typeof address === 'object' ? address?.port : address);
    const proxy = new TcpProxy(listener, url.href);
    return proxy;
  }

  /** Number of connections that the client has not closed. */
  get connections(): number {
    return [...this.#links].filter(({ client }) => !client.readableEnded && !client.destroyed).length;
  }

  /** Makes the existing connections drop all data and hide from each end that the other has closed. */
  blackHole(): void {
    for (const link of this.#links) {
      link.forwarding = false;
      link.client.unpipe(link.server).resume();
      link.server.unpipe(link.client).resume();
    }
  }

  /** Resets the existing connections. */
  cut(): void {
    for (const { client, server } of this.#links) {
      client.resetAndDestroy();
      server.destroy();
    }
    this.#links.clear();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#listener.close(resolve));
  }

  #accept(client: Socket, target: Address): void {
    client.on('error', () => undefined);
    if (this.refusing) {
      client.resetAndDestroy();
      return;
    }
    const server = connect({ ...target, allowHalfOpen: true });
    server.on('error', () => undefined);
    const link = { client, server, forwarding: true };
    this.#links.add(link);
    const closeBoth = () => {
      if (!link.forwarding) return;
      client.destroy();
      server.destroy();
      this.#links.delete(link);
    };
    client.once('close', closeBoth);
    server.once('close', closeBoth);
    client.pipe(server).pipe(client);
  }
}

function serverAddress(url: URL): Address {
  const port = Number(url.port || 5432);
  const host = url.searchParams.get('host') ?? url.hostname;
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
}
