export interface PostgresServer {
  /** Without the name of a database. */
  readonly url: string;
  /** As `pg_ctl stop`: `fast` ends what is open, and `immediate` is as if it had crashed. */
  stop(mode?: 'fast' | 'immediate'): Promise<void>;
  /** Again, with what it held. */
  start(): Promise<void>;
  remove(): Promise<void>;
}

/** @param settings of PostgreSQL, other than those of tests */
export function startPostgres(settings?: Readonly<Record<string, string>>): Promise<PostgresServer>;
