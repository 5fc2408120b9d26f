import { generateApi } from 'swagger-typescript-api'

interface Document {
  paths: Record<string, Record<string, { operationId: string }>>
}

/** Returns the types and the table of operations that the dashboard's client works by, as a TypeScript file. */
export async function generateDashboardClient(document: object): Promise<string> {
  const { paths } = document as Document
  const { files } = await generateApi({
    // The generator changes what it is given.
    spec: structuredClone(document),
    output: false,
    generateClient: false,
    generateRouteTypes: true,
    sortTypes: true,
    // A value of any kind must be looked at before it is used.
    codeGenConstructs: (constructs) => ({
      ...constructs,
      Keyword: { ...constructs.Keyword, Any: 'unknown' },
    }),
    silent: true,
  })
  const [types] = files
  if (types === undefined) throw new Error('swagger-typescript-api made no file')
  const found = Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => ({
        path,
        method: method.toUpperCase(),
        operationId,
      })),
    )
    .sort((a, b) => (a.operationId < b.operationId ? -1 : 1))
  const lines = found.map(({ operationId, path }) => {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `'${name}'`)
    const type = `${pascal(path.split('/')[1] ?? '')}.${pascal(operationId)}`
    return (
      `  ${operationId}: { path: ${names.length > 0 ? names.join(' | ') : 'never'}; ` +
      `query: ${type}.RequestQuery; body: ${type}.RequestBody; answer: ${type}.ResponseBody }`
    )
  })
  const table = found.map(({ operationId, method, path }) => `  ${operationId}: ['${method}', '${path}'],`)
  const head = '// Made from the document of the management API by `npm run generate`. Do not edit.\n\n'
  return (
    `${head}${types.fileContent.trim()}\n\n` +
    `/** What each operation takes and answers. */\nexport interface Operations {\n${lines.join('\n')}\n}\n\n` +
    `/** Method and path of each operation. */\nexport const operations = {\n${table.join('\n')}\n} as const\n`
  )
}

/** Writes a name as the generator does. */
function pascal(name: string): string {
  return name.replaceAll(/(?:^|[-_])(\w)/g, (_, letter: string) => letter.toUpperCase())
}
