import { execFile } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePorts } from '#testing/service/free-ports.ts';
import { newestBinaries, serverOwner } from '#testing/stores/throwaway-postgres.ts';
import { timeLimit } from '#testing/time-limit.ts';
import { ClusterProcess } from './processes.ts';

const run = promisify(execFile);
const SERVERS = 3;
const API_NODES = 3;
const WORKERS = 2;
const LOCAL = '127.0.0.1';

export interface DatabaseServer {
  readonly patroni: ClusterProcess;
  readonly port: number;
  readonly folder: string;
}

export interface ApiNode {
  readonly process: ClusterProcess;
  readonly origin: string;
}

/**
 * A cluster of processes on this machine, configured by the files in `deploy/cluster`: PostgreSQL servers with Patroni
 * and etcd, HAProxy, PgBouncer, API nodes and workers.
 */
export class Cluster {
  readonly folder = mkdtempSync(join(tmpdir(), 'jetscope-cluster-'));
  readonly servers: DatabaseServer[] = [];
  readonly nodes: ApiNode[] = [];
  readonly workers: ClusterProcess[] = [];
  origin = '';
  /** URL of the current primary, without a pooler. */
  primaryUrl = '';
  #others: ClusterProcess[] = [];
  #ports: Ports | undefined;
  #environment: Readonly<Record<string, string>> = {};

  /** Starts everything except API nodes and workers. */
  async startInfrastructure(): Promise<void> {
    chmodSync(this.folder, 0o777);
    const ports = await choosePorts();
    this.#ports = ports;
    const log = (name: string) => join(this.folder, `${name}.log`);
    const owner = await serverOwner();
    const start = (
      name: string,
      command: string,
      args: string[],
      env: Record<string, string> = {},
      asOwner = false,
    ) => {
      const started = new ClusterProcess(name, command, args, {
        env,
        log: log(name),
        ...(asOwner ? owner : {}),
        cwd: this.folder,
      });
      this.#others.push(started.start());
    };
    start('etcd', 'etcd', [
      `--data-dir=${this.folder}/etcd`,
      `--listen-client-urls=http://${LOCAL}:${ports.etcd}`,
      `--advertise-client-urls=http://${LOCAL}:${ports.etcd}`,
      `--listen-peer-urls=http://${LOCAL}:${ports.etcdPeer}`,
      '--unsafe-no-fsync',
    ]);
    const binaries = await newestBinaries();
    const configuration = deployFile('patroni.yml').replace('loop_wait: 5', 'loop_wait: 2');
    for (const [index, port] of ports.servers.entries()) {
      const name = `pg${index + 1}`;
      const folder = join(this.folder, name);
      mkdirSync(folder);
      if (owner.uid !== undefined && owner.gid !== undefined) chownSync(folder, owner.uid, owner.gid);
      const file = join(this.folder, `${name}.yml`);
      writeFileSync(file, `${configuration}${localServer(folder, binaries)}`);
      const patroni = new ClusterProcess(`patroni ${name}`, 'patroni', [file], {
        ...owner,
        cwd: folder,
        log: log(name),
        env: {
          PATRONI_NAME: name,
          PATRONI_ETCD3_HOSTS: `${LOCAL}:${ports.etcd}`,
          PATRONI_RESTAPI_LISTEN: `${LOCAL}:${ports.patroni[index]}`,
          PATRONI_RESTAPI_CONNECT_ADDRESS: `${LOCAL}:${ports.patroni[index]}`,
          PATRONI_POSTGRESQL_LISTEN: `${LOCAL}:${port}`,
          PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${LOCAL}:${port}`,
          PATRONI_SUPERUSER_USERNAME: 'postgres',
          PATRONI_REPLICATION_USERNAME: 'replicator',
        },
      });
      this.servers.push({ patroni: patroni.start(), port, folder });
    }
    writeFileSync(
      join(this.folder, 'pgbouncer.ini'),
      deployFile('pgbouncer.ini')
        .replace(
          'host=haproxy port=5000 dbname=jetscope',
          `host=${LOCAL} port=${ports.primary} dbname=postgres user=postgres`,
        )
        .replace(
          'host=haproxy port=5001 dbname=jetscope',
          `host=${LOCAL} port=${ports.replica} dbname=postgres user=postgres`,
        )
        .replace('listen_addr = 0.0.0.0', `listen_addr = ${LOCAL}`)
        .replace('listen_port = 6432', `listen_port = ${ports.pooler}`)
        .replace('auth_type = scram-sha-256\nauth_file = /etc/pgbouncer/userlist.txt', 'auth_type = any'),
    );
    start('haproxy', 'haproxy', ['-f', deployPath('haproxy.cfg')], proxyEnvironment(ports));
    start('pgbouncer', 'pgbouncer', [join(this.folder, 'pgbouncer.ini')], {}, true);
    this.origin = `http://${LOCAL}:${ports.web}`;
    this.primaryUrl = `postgresql://postgres@${LOCAL}:${ports.primary}/postgres`;
    await this.untilReplicated();
  }

  /** Starts the API nodes and workers. `environment` contains the settings of all of them. */
  startServices(environment: Readonly<Record<string, string>>): void {
    this.#environment = environment;
    for (let index = 0; index < WORKERS; index += 1)
      this.workers.push(this.#worker(index, 'service').start());
    for (let index = 0; index < API_NODES; index += 1) this.nodes.push(this.#node(index, 'service'));
    for (const { process: node } of this.nodes) node.start();
  }

  /** Restarts all services, one by one, with the program in the folder `dist/<release>`. */
  async roll(release: string, pause: () => Promise<void>): Promise<void> {
    for (const [index, worker] of this.workers.entries()) {
      await worker.stop('SIGTERM');
      this.workers[index] = this.#worker(index, release).start();
      await pause();
    }
    for (const [index, { process: node }] of this.nodes.entries()) {
      await node.stop('SIGTERM');
      const next = this.#node(index, release);
      next.process.start();
      this.nodes[index] = next;
      await untilReady(next.origin);
      await pause();
    }
  }

  /** Resolves to the server that Patroni reports as the primary, or as a replica. */
  async find(role: 'primary' | 'replica'): Promise<DatabaseServer> {
    for (;;) {
      for (const [index, server] of this.servers.entries()) {
        const response = await fetch(`http://${LOCAL}:${this.#ports?.patroni[index]}/${role}`).catch(
          () => undefined,
        );
        if (response?.status === 200) return server;
      }
      await delay(200);
    }
  }

  /** Resolves once there is a primary that streams to all other servers. */
  async untilReplicated(): Promise<void> {
    await until('PostgreSQL is replicated', async () => {
      const client = new pg.Client({ connectionString: this.primaryUrl, connectionTimeoutMillis: 1000 });
      client.on('error', () => undefined);
      try {
        await client.connect();
        const { rows } = await client.query(
          `select count(*)::int as streams from pg_stat_replication where state = 'streaming'`,
        );
        return rows[0]?.streams === SERVERS - 1;
      } catch {
        return false;
      } finally {
        await client.end().catch(() => undefined);
      }
    });
  }

  async stop(): Promise<void> {
    const services = [...this.workers, ...this.nodes.map(({ process: node }) => node)];
    await Promise.all(services.map((service) => service.stop('SIGTERM')));
    await Promise.all(this.servers.map(({ patroni }) => patroni.stop('SIGTERM')));
    await Promise.all(this.#others.map((other) => other.stop('SIGTERM')));
  }

  #node(index: number, release: string): ApiNode {
    const port = this.#ports?.nodes[index] ?? 0;
    const env = { ROLE: 'api', PORT: String(port), SHUTDOWN_DELAY: '3', TRUSTED_PROXIES: LOCAL };
    return {
      process: this.#service(`api ${index + 1}`, release, 'replica', env),
      origin: `http://${LOCAL}:${port}`,
    };
  }

  #worker(index: number, release: string): ClusterProcess {
    return this.#service(`worker ${index + 1}`, release, 'primary', {
      ROLE: 'worker',
      PORT: '0',
      DATABASE_DIRECT_URL: this.primaryUrl,
    });
  }

  #service(
    name: string,
    release: string,
    database: string,
    env: Readonly<Record<string, string>>,
  ): ClusterProcess {
    return new ClusterProcess(name, process.execPath, [servicePath(release)], {
      log: join(this.folder, `${name}.log`),
      env: {
        ...this.#environment,
        DATABASE_URL: `postgresql://postgres@${LOCAL}:${this.#ports?.pooler}/${database}`,
        DATABASE_POOLER: 'transaction',
        ...env,
      },
    });
  }
}

type Ports = Awaited<ReturnType<typeof choosePorts>>;

async function choosePorts() {
  const ports = await freePorts(6 + 2 * SERVERS + API_NODES);
  const take = () => ports.pop() ?? 0;
  const takeMany = (count: number) => Array.from({ length: count }, take);
  return {
    etcd: take(),
    etcdPeer: take(),
    web: take(),
    primary: take(),
    replica: take(),
    pooler: take(),
    servers: takeMany(SERVERS),
    patroni: takeMany(SERVERS),
    nodes: takeMany(API_NODES),
  };
}

function proxyEnvironment({ web, primary, replica, nodes, servers, patroni }: Ports): Record<string, string> {
  return {
    WEB_ADDRESS: `${LOCAL}:${web}`,
    WEB_RATE_LIMIT: '200',
    PRIMARY_ADDRESS: `${LOCAL}:${primary}`,
    REPLICA_ADDRESS: `${LOCAL}:${replica}`,
    ...Object.fromEntries(nodes.map((port, index) => [`API${index + 1}`, `${LOCAL}:${port}`])),
    ...Object.fromEntries(servers.map((port, index) => [`PG${index + 1}`, `${LOCAL}:${port}`])),
    ...Object.fromEntries(patroni.map((_, index) => [`PATRONI${index + 1}_HOST`, LOCAL])),
    ...Object.fromEntries(patroni.map((port, index) => [`PATRONI${index + 1}_PORT`, String(port)])),
  };
}

/** Returns the settings of a server for tests: no passwords, little memory, no fsync. */
function localServer(folder: string, binaries: string): string {
  return `
  data_dir: ${folder}/data
  bin_dir: ${binaries}
  parameters:
    unix_socket_directories: ${folder}
    fsync: "off"
    shared_buffers: 64MB
    max_connections: 100
  pg_hba:
    - local all all trust
    - host all all ${LOCAL}/32 trust
    - host replication all ${LOCAL}/32 trust
`;
}

function deployPath(name: string): string {
  return fileURLToPath(new URL(`../../deploy/cluster/${name}`, import.meta.url));
}

function deployFile(name: string): string {
  return readFileSync(deployPath(name), 'utf8');
}

function servicePath(release: string): string {
  return fileURLToPath(new URL(`../${release}/main.js`, import.meta.url));
}

/** Copies the built service into `dist/<release>` and adds a migration, as the next release would. */
export function buildNextRelease(release: string): void {
  const folder = fileURLToPath(new URL(`../${release}`, import.meta.url));
  rmSync(folder, { recursive: true, force: true });
  cpSync(fileURLToPath(new URL('.', import.meta.url)), folder, { recursive: true });
  const journalFile = join(folder, 'migrations/meta/_journal.json');
  const journal: {
    entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[];
  } = JSON.parse(readFileSync(journalFile, 'utf8'));
  const last = journal.entries.at(-1);
  const idx = journal.entries.length;
  const tag = `${String(idx).padStart(4, '0')}_next_release`;
  const when = (last?.when ?? 0) + 1;
  journal.entries.push({ idx, version: last?.version ?? '7', when, tag, breakpoints: true });
  writeFileSync(journalFile, JSON.stringify(journal));
  writeFileSync(
    join(folder, `migrations/${tag}.sql`),
    'ALTER TABLE "dataset" ADD COLUMN "next_release" integer;\n',
  );
}

/** Returns the programs of the cluster that are not installed. */
export async function missingPrograms(): Promise<string[]> {
  const programs = ['etcd', 'patroni', 'haproxy', 'pgbouncer'];
  const found = await Promise.all(
    programs.map((name) =>
      run('which', [name]).then(
        () => true,
        () => false,
      ),
    ),
  );
  return programs.filter((_, index) => !found[index]);
}

export async function untilReady(origin: string): Promise<void> {
  await until(`${origin} is ready`, async () => (await fetch(`${origin}/readyz`)).ok);
}

const DEADLINE_MS = timeLimit(120_000);

/** Resolves once `check` returns true. Rejects after two minutes on an idle machine; `condition` is for the message. */
export async function until(condition: string, check: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + DEADLINE_MS;
  while (performance.now() < deadline) {
    if (await check().catch(() => false)) return;
    await delay(250);
  }
  throw new Error(`Timed out waiting until ${condition}`);
}
