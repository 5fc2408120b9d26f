import { isIP } from 'node:net'
import path from 'node:path'

/** All settings from the environment, read once at start (docs/operating.md, "Environment"). */
export interface Config {
  /** 0 uses any free port. */
  port: number
  host: string
  /** The port for health and metrics of a separate worker; null: none. */
  workerPort: number | null
  /** A separate port for `/metrics`; null: the same as `port`. */
  metricsPort: number | null
  /** Seconds to wait at shutdown before the listener closes; null: depends on where the program runs. */
  shutdownDelaySeconds: number | null
  /** null: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | null
  /** Absolute path. */
  dataDir: string
  /** The address that providers call back, without a trailing slash; null: the address that the server listens on. */
  publicUrl: string | null
  /** 32 bytes; null: the key stored in `dataDir`. */
  secretKey: Buffer | null
  logLevel: LogLevel
  /** `host` or `host:port`, lower case. */
  crawlPrivateHosts: string[]
  /** Private hosts that model accounts may name, and hosts that they may reach by http or on another port; as above. */
  modelPrivateHosts: string[]
  /** Addresses and networks of proxies whose `X-Forwarded-For` is believed, beside those of this machine. */
  trustedProxies: string[]
}

/** Returns where Chromium is unpacked when the system has none. */
export function chromiumDirOf({ dataDir }: Config): string {
  return path.join(dataDir, 'chromium')
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
type LogLevel = (typeof logLevels)[number]

/**
 * An environment variable has an unusable value. The message is one line that names the variable and what it accepts.
 */
export class ConfigFault extends Error {
  override name = 'ConfigFault'
}

/**
 * Reads the configuration. An empty variable counts as unset.
 *
 * @throws {ConfigFault} at the first unusable value.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const value = (name: string) => environment[name] || undefined
  return {
    port: parsePort('PORT', value('PORT') ?? '8080'),
    workerPort: parseOptionalPort('WORKER_PORT', value('WORKER_PORT')),
    metricsPort: parseOptionalPort('METRICS_PORT', value('METRICS_PORT')),
    shutdownDelaySeconds: parseShutdownDelay(value('SHUTDOWN_DELAY_SECONDS')),
    host: parseHost(value('HOST') ?? '127.0.0.1'),
    databaseUrl: parseDatabaseUrl(value('DATABASE_URL')),
    dataDir: path.resolve(value('DATA_DIR') ?? 'data'),
    publicUrl: parsePublicUrl(value('PUBLIC_URL')),
    secretKey: parseSecretKey(value('SECRET_KEY')),
    logLevel: parseLogLevel(value('LOG_LEVEL') ?? 'info'),
    crawlPrivateHosts: parseHosts('CRAWL_PRIVATE_HOSTS', value('CRAWL_PRIVATE_HOSTS') ?? ''),
    modelPrivateHosts: parseHosts('MODEL_PRIVATE_HOSTS', value('MODEL_PRIVATE_HOSTS') ?? ''),
    trustedProxies: parseNetworks(value('TRUSTED_PROXIES') ?? ''),
  }
}

function parseOptionalPort(name: string, text: string | undefined): number | null {
  return text === undefined ? null : parsePort(name, text)
}

function parsePort(name: string, text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new ConfigFault(`${name} must be a whole number from 0 (any free port) to 65535`)
  return port
}

const shutdownDelaySecondsMax = 300

function parseShutdownDelay(text: string | undefined): number | null {
  if (text === undefined) return null
  if (!/^\d{1,3}$/.test(text) || Number(text) > shutdownDelaySecondsMax)
    throw new ConfigFault(
      `SHUTDOWN_DELAY_SECONDS must be a whole number of seconds from 0 to ${shutdownDelaySecondsMax}`,
    )
  return Number(text)
}

function parseHost(text: string): string {
  if (isIP(text) === 0 && !/^[a-z0-9.-]{1,253}$/i.test(text))
    throw new ConfigFault('HOST must be an address or name to listen on, such as 127.0.0.1 or 0.0.0.0')
  return text
}

function parseDatabaseUrl(text: string | undefined): string | null {
  if (text === undefined) return null
  // URL refuses an address without a host, which is valid for a unix socket given as `?host=`.
  if (!/^postgres(ql)?:\/\/\S+$/.test(text))
    throw new ConfigFault(
      'DATABASE_URL must be a PostgreSQL address, such as postgres://user:password@host:5432/name',
    )
  return text
}

function parsePublicUrl(text: string | undefined): string | null {
  if (text === undefined) return null
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username)
    throw new ConfigFault(
      'PUBLIC_URL must be an http or https address without query, such as https://calls.example.com',
    )
  return text.replace(/\/+$/, '')
}

function parseSecretKey(text: string | undefined): Buffer | null {
  if (text === undefined) return null
  const key = Buffer.from(text, 'base64')
  if (key.length !== 32)
    throw new ConfigFault('SECRET_KEY must be 32 bytes in base64, as `openssl rand -base64 32` prints them')
  return key
}

function parseLogLevel(text: string): LogLevel {
  const level = logLevels.find((known) => known === text)
  if (level === undefined) throw new ConfigFault(`LOG_LEVEL must be one of ${logLevels.join(', ')}`)
  return level
}

function parseHosts(name: string, text: string): string[] {
  const hosts = text.split(',').map((host) => host.trim().toLowerCase())
  const named = hosts.filter((host) => host !== '')
  for (const host of named)
    if (!/^(\[[0-9a-f:]+\]|[a-z0-9.-]+)(:\d{1,5})?$/.test(host))
      throw new ConfigFault(`${name} must be host or host:port, separated by commas`)
  return named
}

function parseNetworks(text: string): string[] {
  const networks = text
    .split(',')
    .map((network) => network.trim())
    .filter((network) => network !== '')
  for (const network of networks) {
    const [address = '', bits, ...rest] = network.split('/')
    const bitsMax = isIP(address) === 4 ? 32 : 128
    const isNetwork =
      bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= bitsMax)
    if (isIP(address) === 0 || !isNetwork || rest.length > 0)
      throw new ConfigFault(
        'TRUSTED_PROXIES must be addresses or networks, such as 10.0.0.5 or 10.0.0.0/8, separated by commas',
      )
  }
  return networks
}
