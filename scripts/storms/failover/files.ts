/** The configuration of a node of Patroni and of HAProxy, as an operator writes them. */
import { stringify } from 'yaml'

/** How soon the cluster finds out that its leader is gone, in seconds. */
export type Pace = { ttl: number; loopWait: number; retryTimeout: number; checkMs: number }

export const PACES: Record<'default' | 'tuned', Pace> = {
  default: { ttl: 30, loopWait: 10, retryTimeout: 10, checkMs: 1_000 },
  // The least that the rule ttl >= loop_wait + 2 retry_timeout allows. Patroni raises a ttl below 20 from
  // release 3.2 on: there the outage is as much longer.
  tuned: { ttl: 7, loopWait: 1, retryTimeout: 3, checkMs: 500 },
}

export type NodeAddress = { name: string; sqlPort: number; restPort: number; folder: string }

const PASSWORD = 'storm'

/** Only this machine reaches it, so one password does. */
export const databaseUrlAt = (port: number): string =>
  `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`

/** @param binaries the folder of PostgreSQL's programs. */
export const patroniFile = (
  { name, sqlPort, restPort, folder }: NodeAddress,
  { ttl, loopWait, retryTimeout }: Pace,
  binaries: string,
  etcdPort: number,
): string =>
  stringify({
    scope: 'wasl',
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ttl,
        loop_wait: loopWait,
        retry_timeout: retryTimeout,
        maximum_lag_on_failover: 1_048_576,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        // A leader whose server died is replaced, not waited for while it recovers.
        primary_start_timeout: 0,
        postgresql: { use_pg_rewind: true, use_slots: true, parameters: SERVER },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      pg_hba: [
        'local all all trust',
        'host all all 127.0.0.1/32 scram-sha-256',
        'host replication postgres 127.0.0.1/32 scram-sha-256',
      ],
    },
    postgresql: {
      listen: `127.0.0.1:${sqlPort}`,
      connect_address: `127.0.0.1:${sqlPort}`,
      data_dir: `${folder}/data`,
      bin_dir: binaries,
      pgpass: `${folder}/pgpass`,
      authentication: {
        superuser: { username: 'postgres', password: PASSWORD },
        replication: { username: 'postgres', password: PASSWORD },
        rewind: { username: 'postgres', password: PASSWORD },
      },
      parameters: { unix_socket_directories: folder },
      // A node that was killed may have written what the new leader has not: it starts from a copy.
      remove_data_directory_on_diverged_timelines: true,
      remove_data_directory_on_rewind_failure: true,
    },
  })

const SERVER = {
  max_connections: 200,
  shared_buffers: '128MB',
  wal_level: 'logical',
  wal_log_hints: 'on',
  max_wal_senders: 10,
  wal_keep_size: '512MB',
  // The other standby asks the new leader for its log after half a second instead of five. Until then
  // no commit ends.
  wal_retrieve_retry_interval: '500ms',
}

export const haproxyFile = (port: number, nodes: NodeAddress[], { checkMs }: Pace): string => `
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m

listen database
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter ${checkMs}ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes
  .map(
    ({ name, sqlPort, restPort }) => `  server ${name} 127.0.0.1:${sqlPort} check port ${restPort}`,
  )
  .join('\n')}
`
