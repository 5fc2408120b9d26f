const headers = {
  'RateLimit-Policy': {
    description:
      'The limits of the key and its project (draft-ietf-httpapi-ratelimit-headers-11): `q` requests at once, which are there again after `w` seconds. Absent where there is no limit.',
    schema: { type: 'string' },
    example: '"requests";q=100;w=5, "writes";q=50;w=5, "project";q=500;w=5',
  },
  RateLimit: {
    description:
      'The limits that the request counts against: `r` further requests fit now, and in `t` seconds there will be more. Absent where there is no limit.',
    schema: { type: 'string' },
    example: '"requests";r=93;t=1, "project";r=480;t=1',
  },
  'Retry-After': {
    description: 'In how many seconds the request may be sent again.',
    schema: { type: 'integer', minimum: 1 },
    example: 1,
  },
}

/** The parts of an OpenAPI document that limits of requests add to. */
interface LimitedDocument {
  components?: { headers?: Record<string, unknown> }
  paths?: Record<string, Record<string, { responses?: Record<string, { headers?: object }> }>>
}

/** Adds the headers that say how limits stand to each answer of operations that need a key. */
export function withLimitHeaders<Document extends object>(made: Document): Document {
  const document = made as LimitedDocument
  for (const [path, operations] of Object.entries(document.paths ?? {})) {
    if (!path.startsWith('/organizations/')) continue
    for (const { responses = {} } of Object.values(operations))
      for (const [status, response] of Object.entries(responses)) {
        const names = ['RateLimit-Policy', 'RateLimit', ...(status === '429' ? ['Retry-After'] : [])]
        response.headers = Object.fromEntries(
          names.map((name) => [name, { $ref: `#/components/headers/${name}` }]),
        )
      }
  }
  ;(document.components ??= {}).headers = headers
  return made
}
