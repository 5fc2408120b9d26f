import { isIP } from 'node:net'
import path from 'node:path'
import { Client } from 'pg'

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
  /** Replicas that lists are read from. */
  databaseReadUrl: string[]
  /** How old lists may be that are read from replicas. */
  replicaLagSeconds: number
  /** The database that knows which cell has which organization; null: there is one cell. */
  directoryUrl: string | null
  /** The name of the cell that this process is of; null: there is one cell. */
  cell: string | null
  /** Absolute path. */
  dataDir: string
  /** The address that providers call back, without a trailing slash; null: the address that the server listens on. */
  publicUrl: string | null
  /** 32 bytes; null: the key stored in `dataDir`. */
  secretKey: Buffer | null
  logLevel: LogLevel
  /** Private hosts that crawls, tools of agents and webhooks may reach: `host` or `host:port`, lower case. */
  privateHosts: string[]
  /** What the older name of the setting has; they are among `privateHosts`. */
  crawlPrivateHosts: string[]
  /** Private hosts that model accounts may name, and hosts that they may reach by http or on another port; as above. */
  modelPrivateHosts: string[]
  /** Addresses and networks of proxies whose `X-Forwarded-For` is believed, beside those of this machine. */
  trustedProxies: string[]
  /** Where traces go by OTLP over HTTP, without a trailing slash; null: nowhere. */
  otelExporterOtlpEndpoint: string | null
  /** Headers of the requests that carry traces, such as the collector's key; null: none. */
  otelExporterOtlpHeaders: Record<string, string> | null
  /** The name of the service in traces. */
  otelServiceName: string
  /** The share of requests and jobs that are traced, from 0 to 1. */
  otelTracesSamplerArg: number
  /** The project's key that `listen` reads events with; null: none. */
  listenKey: string | null
}

/** Returns where the service is: PUBLIC_URL, or else the address that it listens on. */
export function serviceUrlOf({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  return publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Returns where Chromium is unpacked when the system has none. */
export function chromiumDirOf({ dataDir }: Config): string {
  return path.join(dataDir, 'chromium')
}

/** Returns what lists are read from beside the primary. */
export function replicasOf({ databaseReadUrl, replicaLagSeconds }: Config) {
  return { addresses: databaseReadUrl, lagMaxMs: replicaLagSeconds * 1_000 }
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
  const crawlPrivateHosts = parseHosts('CRAWL_PRIVATE_HOSTS', value('CRAWL_PRIVATE_HOSTS') ?? '')
  return {
    port: parsePort('PORT', value('PORT') ?? '8080'),
    workerPort: parseOptionalPort('WORKER_PORT', value('WORKER_PORT')),
    metricsPort: parseOptionalPort('METRICS_PORT', value('METRICS_PORT')),
    shutdownDelaySeconds: parseShutdownDelay(value('SHUTDOWN_DELAY_SECONDS')),
    host: parseHost(value('HOST') ?? '127.0.0.1'),
    databaseUrl: parseDatabaseUrl('DATABASE_URL', value('DATABASE_URL')),
    databaseReadUrl: parseReadUrls(value('DATABASE_READ_URL'), value('DATABASE_URL')),
    replicaLagSeconds: parseReplicaLag(value('REPLICA_LAG_SECONDS') ?? '2'),
    directoryUrl: parseDatabaseUrl('DIRECTORY_URL', value('DIRECTORY_URL')),
    cell: parseCell(value('CELL')),
    dataDir: path.resolve(value('DATA_DIR') ?? 'data'),
    publicUrl: parseUrl('PUBLIC_URL', value('PUBLIC_URL'), 'https://calls.example.com'),
    secretKey: parseSecretKey(value('SECRET_KEY')),
    logLevel: parseLogLevel(value('LOG_LEVEL') ?? 'info'),
    privateHosts: [...parseHosts('PRIVATE_HOSTS', value('PRIVATE_HOSTS') ?? ''), ...crawlPrivateHosts],
    crawlPrivateHosts,
    modelPrivateHosts: parseHosts('MODEL_PRIVATE_HOSTS', value('MODEL_PRIVATE_HOSTS') ?? ''),
    trustedProxies: parseNetworks(value('TRUSTED_PROXIES') ?? ''),
    otelExporterOtlpEndpoint: parseUrl(
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      value('OTEL_EXPORTER_OTLP_ENDPOINT'),
      'http://127.0.0.1:4318',
    ),
    otelExporterOtlpHeaders: parseOtlpHeaders(value('OTEL_EXPORTER_OTLP_HEADERS')),
    otelServiceName: value('OTEL_SERVICE_NAME') ?? 'switchboard',
    otelTracesSamplerArg: parseRatio(value('OTEL_TRACES_SAMPLER_ARG') ?? '1'),
    listenKey: parseListenKey(value('LISTEN_KEY')),
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

function parseDatabaseUrl(name: string, text: string | undefined): string | null {
  if (text === undefined) return null
  const fault = faultOfDatabaseAddress(text)
  if (fault !== null) throw new ConfigFault(`${name} ${fault}`)
  return text
}

/**
 * Returns why the driver can not use an address of PostgreSQL, to stand behind the address's name; null if it can. The
 * address is not shown, because it may have a password. The driver ignores what follows a `#`, which is most likely in
 * a password that was not percent-encoded.
 */
export function faultOfDatabaseAddress(text: string): string | null {
  const form =
    'must be a PostgreSQL address, such as postgres://user:password@host:5432/name; write # in a password as %23'
  if (!/^postgres(ql)?:\/\/[^\s#]+$/.test(text)) return form
  try {
    return new Client({ connectionString: text }).port > 0 ? null : form
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) return form
    return `names a file that can not be read: ${error.message}`
  }
}

const replicasMax = 8

function parseReadUrls(text: string | undefined, databaseUrl: string | undefined): string[] {
  if (text === undefined) return []
  const addresses = text.split(',').map((address) => address.trim())
  if (addresses.length > replicasMax)
    throw new ConfigFault(`DATABASE_READ_URL must be at most ${replicasMax} addresses, separated by commas`)
  for (const address of addresses) {
    const fault = faultOfDatabaseAddress(address)
    if (fault !== null) throw new ConfigFault(`DATABASE_READ_URL: each address ${fault}`)
  }
  if (databaseUrl === undefined)
    throw new ConfigFault('DATABASE_READ_URL needs DATABASE_URL: the embedded PostgreSQL has no replicas')
  return addresses
}

/** The largest lag that may be declared for lists that are read from replicas. */
export const replicaLagSecondsMax = 10

function parseReplicaLag(text: string): number {
  if (!/^\d{1,2}$/.test(text) || Number(text) < 1 || Number(text) > replicaLagSecondsMax)
    throw new ConfigFault(
      `REPLICA_LAG_SECONDS must be a whole number of seconds from 1 to ${replicaLagSecondsMax}`,
    )
  return Number(text)
}

function parseCell(text: string | undefined): string | null {
  if (text === undefined) return null
  if (!/^[a-z][a-z0-9-]{0,39}$/.test(text))
    throw new ConfigFault('CELL must be the name of a cell: lower-case letters, digits and -, at most 40')
  return text
}

/** The text is checked too: `URL` drops a line end or an empty query, which others who get the address do not. */
function parseUrl(name: string, text: string | undefined, example: string): string | null {
  if (text === undefined) return null
  const url = URL.parse(text)
  if (url === null || !/^https?:\/\/[^\s?#@\\]+$/i.test(text))
    throw new ConfigFault(
      `${name} must be an http or https address without blanks, user or query, such as ${example}`,
    )
  return url.origin + url.pathname.replace(/\/+$/, '')
}

/** Reads `name=value` pairs whose values are percent-encoded, as OpenTelemetry has them. */
function parseOtlpHeaders(text: string | undefined): Record<string, string> | null {
  if (text === undefined) return null
  const pairs = text.split(',').map((pair) => /^\s*([\w-]+)\s*=((?:%[\da-f]{2}|[^%\s])*)\s*$/i.exec(pair))
  const form = 'OTEL_EXPORTER_OTLP_HEADERS must be name=value, percent-encoded and separated by commas'
  if (pairs.includes(null)) throw new ConfigFault(form)
  try {
    return Object.fromEntries(pairs.map((pair) => [pair![1]!, decodeURIComponent(pair![2]!)]))
  } catch (cause) {
    // The bytes are no text, as those of %ff.
    throw new ConfigFault(form, { cause })
  }
}

function parseRatio(text: string): number {
  if (!/^(0(\.\d+)?|1(\.0+)?)$/.test(text))
    throw new ConfigFault('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1')
  return Number(text)
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
    if (!/^(\[[0-9a-f:]+\]|[a-z0-9.-]+)(:\d{1,5})?$/.test(host) || !URL.canParse(`http://${host}/`))
      throw new ConfigFault(`${name} must be host or host:port, separated by commas`)
  return named
}

function parseListenKey(text: string | undefined): string | null {
  if (text === undefined) return null
  if (!/^svc_live_\w{32}$/.test(text))
    throw new ConfigFault('LISTEN_KEY must be a project API key, svc_live_…')
  return text
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
