import { totalmem } from 'node:os'
import type { Endpoint } from './endpoint.ts'
import { onWindows } from './endpoint.ts'

/** `none` is for tests alone: a power cut then loses everything. */
export type Durability = 'full' | 'none'

const megabyte = 1024 * 1024
const sharedBuffersMinMb = 128
const sharedBuffersMaxMb = 1024

/** The arguments of the server; on the command line they win over any file in the cluster. */
export function serverArguments(
  cluster: string,
  endpoint: Endpoint,
  durability: Durability,
): string[] {
  const settings = {
    ...listening(endpoint),
    ...(durability === 'full' ? lasting : passing),
    shared_buffers: `${durability === 'full' ? sharedBuffersMb() : sharedBuffersMinMb}MB`,
    ...common,
  }
  return [
    '-D',
    cluster,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

function listening(endpoint: Endpoint): Record<string, string | number> {
  if (onWindows) return { listen_addresses: endpoint.host, port: endpoint.port }
  return {
    listen_addresses: '',
    port: endpoint.port,
    unix_socket_directories: endpoint.host,
    unix_socket_permissions: '0700',
  }
}

const lasting = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_wal_size: '1GB',
  // What the log has once needed it keeps: making a new piece of it holds all who write up for 30
  // ms.
  min_wal_size: '1GB',
  checkpoint_timeout: '10min',
  max_connections: 100,
}

const passing = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_wal_size: '4GB',
  checkpoint_timeout: '1h',
  autovacuum: 'off',
  // Of many sessions each runs a statement a few times: planning it anew each time took longest.
  plan_cache_mode: 'force_generic_plan',
  // Several files of tests run at a time, and some open many platforms.
  max_connections: 300,
}

const common = {
  timezone: 'UTC',
  cluster_name: 'bindery',
  random_page_cost: 1.1,
  jit: 'off',
  // A sale must not have to share two cores with the helpers of somebody's report.
  max_parallel_workers_per_gather: 0,
  // The statements of a process that was killed end soon after it.
  client_connection_check_interval: '5s',
  // Statements and the details of errors hold customers' data: they stay out of the log.
  log_timezone: 'UTC',
  log_statement: 'none',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  logging_collector: 'off',
}

function sharedBuffersMb(): number {
  // A container's limit where there is one; without one the number is beyond all bounds.
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity)
  const share = Math.floor(memory / 8 / megabyte)
  return Math.min(Math.max(share, sharedBuffersMinMb), sharedBuffersMaxMb)
}
