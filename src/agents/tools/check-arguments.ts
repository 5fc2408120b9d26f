import type { ErrorObject, ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { RE2JS } from 're2js'
import { isStorableJson } from '../../base/storable-text.ts'
import { jsonDepthOf } from './json-depth.ts'
import { boundSchema, isCheapToCheck } from './schema-cost.ts'
import type { BoundedSchema, ToolParameters } from './schema-cost.ts'

/** The largest schema of a tool, in characters of JSON, and how deep it may nest. */
const schemaCharsMax = 16_384
const schemaDepthMax = 12
/** What OpenAI refuses at the root of a tool's parameters, with the whole request. Anthropic refuses the unions too. */
const barredAtRoot = ['oneOf', 'anyOf', 'allOf', 'not', 'enum']
/** The longest arguments that a model may write, in characters, and how deep they may nest. */
const argumentsCharsMax = 32_768
const argumentsDepthMax = 20
/** Faults that the model reads of one call. */
const faultsShownMax = 5

/** A compiled schema of a tool's arguments. */
export interface ArgumentsSchema {
  tool: string
  bounded: BoundedSchema
  validate: ValidateFunction
}

/** `fault`: completes "`parameters` …" for the operator. */
export type SchemaReading = { kind: 'schema'; schema: ArgumentsSchema } | { kind: 'fault'; message: string }

/** `fault`: the text for the model. It names what does not fit, and repeats no value. */
export type ArgumentsReading =
  | { kind: 'arguments'; value: Record<string, unknown> }
  | { kind: 'fault'; message: string }

/**
 * Compiles the JSON Schema (2020-12) of a tool's arguments, which must be of type `object`. References may lead within
 * the schema only. Patterns are those of RE2, so that none takes more than linear time. `format` is not checked.
 */
export function readParameters(tool: string, parameters: ToolParameters): SchemaReading {
  if (JSON.stringify(parameters).length > schemaCharsMax)
    return schemaFault(`is longer than ${schemaCharsMax} characters of JSON`)
  if (jsonDepthOf(parameters, schemaDepthMax) > schemaDepthMax)
    return schemaFault(`is nested deeper than ${schemaDepthMax}`)
  if (parameters['type'] !== 'object') return schemaFault('must have `type: object`')
  const barred = barredAtRoot.find((keyword) => Object.hasOwn(parameters, keyword))
  if (barred !== undefined)
    return schemaFault(`must not have \`${barred}\` at its root, where providers of models refuse it`)
  if ('$async' in parameters) return schemaFault('must not have `$async`')
  try {
    metaSchema ??= createAjv((pattern) => RE2JS.compile(pattern))
    if (metaSchema.validateSchema(parameters) === false)
      throw new Error(metaSchema.errorsText(metaSchema.errors, { dataVar: 'schema' }))
    return compileParameters(tool, parameters)
  } catch (error) {
    return unusable(error)
  }
}

/**
 * Compiles the parameters of a stored tool, which were read when it was declared. Takes half a millisecond, so that a
 * turn compiles only those of the tools that its model calls. A tool may be stored from before there was a bound, so
 * `fault` is for it too.
 */
export function compileParameters(tool: string, parameters: ToolParameters): SchemaReading {
  try {
    const bounds = boundSchema(parameters)
    if (bounds.kind === 'fault') return bounds
    const validate = createAjv((pattern) => {
      const compiled = bounds.schema.patterns.get(pattern)
      if (compiled === undefined) throw new Error('a pattern has no bound')
      return compiled
    }).compile(parameters)
    return { kind: 'schema', schema: { tool, bounded: bounds.schema, validate } }
  } catch (error) {
    return unusable(error)
  }
}

/** Reads the arguments that a model wrote for a tool. */
export function checkArguments(
  { tool, bounded, validate }: ArgumentsSchema,
  written: string,
): ArgumentsReading {
  if (written.length > argumentsCharsMax)
    return argumentsFault(tool, [`they are longer than ${argumentsCharsMax} characters`])
  const value = parse(written)
  if (value === undefined) return argumentsFault(tool, ['they are not valid JSON'])
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return argumentsFault(tool, ['they are not a JSON object'])
  if (jsonDepthOf(value, argumentsDepthMax) > argumentsDepthMax)
    return argumentsFault(tool, [`they are nested deeper than ${argumentsDepthMax}`])
  if (!isStorableJson(value)) return argumentsFault(tool, ['a text in them has a character that no text has'])
  if (!isCheapToCheck(bounded, value))
    return argumentsFault(tool, ['they have more values than can be checked'])
  if (validate(value)) return { kind: 'arguments', value: value as Record<string, unknown> }
  const faults = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if').map(describe)
  return argumentsFault(tool, [...new Set(faults)].slice(0, faultsShownMax))
}

/** Checks schemas themselves. Made at the first use, and once: compiling the schema of schemas takes 10 ms. */
let metaSchema: Ajv2020 | null = null

/**
 * Each schema has an Ajv of its own, which would otherwise keep every schema for ever. None checks the schema when it
 * compiles it.
 */
function createAjv(compile: (pattern: string) => RE2JS): Ajv2020 {
  const regExp = Object.assign(
    (pattern: string) => {
      const compiled = compile(pattern)
      // Ajv takes patterns of the same `toString` for one.
      return { test: (text: string) => compiled.test(text), toString: () => pattern }
    },
    // Ajv needs it for code that is written to a file, which is not done here.
    { code: 'unused' },
  )
  return new Ajv2020({
    allErrors: true,
    strictTypes: false,
    strictTuples: false,
    validateFormats: false,
    validateSchema: false,
    code: { regExp },
  })
}

function describe({ instancePath, keyword, params, message }: ErrorObject): string {
  const place = instancePath === '' ? '' : `${instancePath.slice(1).replaceAll('/', '.')} `
  if (keyword === 'additionalProperties')
    return `${place}must not have ${JSON.stringify(String(params['additionalProperty']).slice(0, 64))}`
  if (keyword === 'enum')
    return `${place}must be one of ${JSON.stringify(params['allowedValues']).slice(0, 500)}`
  if (keyword === 'const') return `${place}must be ${JSON.stringify(params['allowedValue']).slice(0, 500)}`
  return `${place}${message ?? keyword}`
}

function parse(written: string): unknown {
  try {
    return JSON.parse(written) as unknown
  } catch {
    return undefined
  }
}

function schemaFault(message: string): SchemaReading {
  return { kind: 'fault', message }
}

/** Ajv throws Error for every schema that it refuses, and RE2 for a pattern. */
function unusable(error: unknown): SchemaReading {
  return schemaFault(
    `is no usable JSON Schema: ${error instanceof Error ? error.message.slice(0, 200) : 'unknown'}`,
  )
}

function argumentsFault(tool: string, faults: readonly string[]): ArgumentsReading {
  return {
    kind: 'fault',
    message: `The tool ${tool} was not run. Its arguments do not fit: ${faults.join('; ')}. Correct them and try once more.`,
  }
}
