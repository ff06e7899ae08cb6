/** Nothing is kept and nothing is read from a disk: no writing for a crash or a standby, no processes that read ahead. */
const THROWAWAY = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  io_method: 'sync',
};

/** The server's options, as one text: fit for a machine with two cores that does other things too. */
export function postgresSettings(port: number, throwaway: boolean): string {
  const values = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: '128MB',
    effective_cache_size: '1GB',
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    random_page_cost: 1.1,
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    // A dead client's backend must not keep the server up, nor hold locks.
    tcp_keepalives_idle: 60,
    ...(throwaway ? THROWAWAY : {}),
  };
  return Object.entries(values)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}
