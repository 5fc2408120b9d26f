import { escapeHtml, inlineHtml, paragraphs } from './markup.ts'
import { fieldsHtml, insideOf, refName, sampleOf, typeHtml } from './render-schema.ts'
import type { Field, Schema } from './render-schema.ts'

interface Media {
  schema?: Schema
  examples?: Record<string, { summary?: string; value?: unknown }>
}

interface Operation {
  operationId?: string
  summary?: string
  description?: string
  tags?: string[]
  /** Empty where no key or session is needed. */
  security?: unknown[]
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema?: Schema }[]
  requestBody?: { required?: boolean; content: Record<string, Media> }
  responses?: Record<string, { description?: string; content?: Record<string, Media> }>
}

/** What the page reads of an OpenAPI document. */
export interface ApiReference {
  info: { title: string; description?: string }
  tags?: { name: string; description?: string }[]
  paths?: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, Schema> }
}

/** How one of the two documents is shown. */
export interface ReferencePage {
  /** The address of the page. */
  address: string
  /** The address of the document. */
  documentAddress: string
  /** The header that a program authenticates with, as the shell reads it. */
  header: string
}

interface Endpoint extends Operation {
  method: string
  path: string
}

/** Returns the page of a document: complete without its script, which fills ids in, copies and filters. */
export function renderReference(
  document: ApiReference,
  page: ReferencePage,
  others: readonly { title: string; address: string }[],
): string {
  const { info, tags = [], components } = document
  const schemas = components?.schemas ?? {}
  const endpoints = Object.entries(document.paths ?? {}).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ ...operation, method, path })),
  )
  const groups = tags
    .map((tag) => ({ ...tag, endpoints: endpoints.filter((endpoint) => endpoint.tags?.[0] === tag.name) }))
    .filter((group) => group.endpoints.length > 0)
  const sections = groups.map(
    ({ name, description = '', endpoints: own }) =>
      `<section class="group"><h2 id="${anchorOf(name)}">${escapeHtml(name)}</h2><p class="lead">${inlineHtml(
        description,
      )}</p>${own.map((endpoint) => operationHtml(endpoint, page, schemas)).join('')}</section>`,
  )
  const contents = groups.map(
    ({ name, endpoints: own }) =>
      `<li><a class="tag" href="#${anchorOf(name)}">${escapeHtml(name)}</a><ul>${own.map(entryHtml).join('')}</ul></li>`,
  )
  const named = Object.entries(schemas).map(
    ([name, schema]) =>
      `<article class="schema" id="schema-${name}"><h3>${escapeHtml(name)}</h3>${paragraphs(schema.description)}${schemaHtml(schema)}</article>`,
  )
  return layout({
    title: info.title,
    others: others.map(
      ({ title, address }) =>
        `<a href="${address}" data-keeps-ids${address === page.address ? ' aria-current="page"' : ''}>${title}</a>`,
    ),
    contents: contents.join(''),
    main: `<header class="head"><h1>${escapeHtml(info.title)}</h1><div class="read">${paragraphs(info.description)}</div>
<p>The same as a document for programs: <a href="${page.documentAddress}">${page.documentAddress}</a> (OpenAPI 3.1).</p>
${idsForm}</header>${sections.join('')}<section class="group"><h2 id="objects">Objects</h2><p class="lead">What answers are made of.</p>${named.join(
      '',
    )}</section>`,
  })
}

/** Ids that the script writes into every address; a link from the dashboard brings them along. */
const idsForm = `<form class="ids" hidden><p>Your ids, for the addresses below</p>
<label>Organization <input name="organization_id" autocomplete="off" spellcheck="false"></label>
<label>Project <input name="project_id" autocomplete="off" spellcheck="false"></label></form>`

function anchorOf(name: string): string {
  return `tag-${name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`
}

function entryHtml({ operationId = '', summary = operationId, method }: Endpoint): string {
  return `<li><a href="#${operationId}"><span class="method">${method.toUpperCase()}</span>${escapeHtml(summary)}</a></li>`
}

function operationHtml(endpoint: Endpoint, page: ReferencePage, schemas: Record<string, Schema>): string {
  const { operationId = '', summary = operationId, method, path, parameters = [], requestBody } = endpoint
  const places = ['path', 'query', 'header', 'cookie'] as const
  const titles = { path: 'In the path', query: 'In the query', header: 'In a header', cookie: 'In a cookie' }
  const given = places.map((place) => {
    const fields = parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, required = false, schema = {}, description }) => ({
        name,
        schema,
        isRequired: required,
        description,
      }))
    return fields.length === 0 ? '' : `<h4>${titles[place]}</h4>${fieldsHtml(fields)}`
  })
  const body = Object.values(requestBody?.content ?? {})[0]?.schema
  const bodyText = body === undefined ? '' : `<h4>Body, JSON</h4>${schemaHtml(body, schemas)}`
  return `<article class="operation" id="${operationId}"><div class="text"><h3><a href="#${operationId}">${escapeHtml(
    summary,
  )}</a></h3><p class="address"><b class="method">${method.toUpperCase()}</b> <code>${pathHtml(path)}</code></p>${paragraphs(
    endpoint.description,
  )}${given.join('')}${bodyText}${answersHtml(endpoint)}</div><div class="samples">${samplesHtml(endpoint, page, schemas)}</div></article>`
}

/** Parameters are marked, for the script that fills them in; lines break after a slash. */
function pathHtml(path: string): string {
  return escapeHtml(path)
    .replaceAll('/', '/<wbr>')
    .replaceAll(/\{(\w+)\}/g, '<var data-id="$1">{$1}</var>')
}

/** Returns a schema's fields, or what it is. A body's own object is shown in place, where schemas are given. */
function schemaHtml(schema: Schema, schemas: Record<string, Schema> = {}): string {
  const named = schema.$ref === undefined ? schema : (schemas[refName(schema.$ref)] ?? schema)
  const inside = insideOf(named)
  return inside === null ? `<p class="type">${typeHtml(named)}</p>` : fieldsHtml(inside)
}

function answersHtml({ responses = {} }: Endpoint): string {
  const lines = Object.entries(responses).map(([status, { description = '', content = {} }]) => {
    const { schema, examples = {} } = Object.values(content)[0] ?? {}
    const head = `<b>${escapeHtml(status)}</b> ${escapeHtml(description)}`
    if (schema === undefined) return `<li><p class="status">${head}</p></li>`
    if (Number(status) >= 400) return `<li><p class="status">${head}</p>${refusalsHtml(examples)}</li>`
    const data = schema.properties?.['data']
    const fields: Field[] = [{ name: 'data', schema: data ?? schema, isRequired: true }]
    return `<li><p class="status">${head}</p>${fieldsHtml(fields)}</li>`
  })
  return lines.length === 0 ? '' : `<h4>Answers</h4><ul class="answers">${lines.join('')}</ul>`
}

/** Examples of errors are named by their codes. */
function refusalsHtml(examples: NonNullable<Media['examples']>): string {
  const rows = Object.entries(examples).map(
    ([code, { summary = '' }]) => `<li><code>${escapeHtml(code)}</code> ${inlineHtml(summary)}</li>`,
  )
  return rows.length === 0 ? '' : `<ul class="refusals">${rows.join('')}</ul>`
}

function samplesHtml(endpoint: Endpoint, { header }: ReferencePage, schemas: Record<string, Schema>): string {
  const { method, path, parameters = [], requestBody, responses = {}, security } = endpoint
  const [body] = Object.values(requestBody?.content ?? {})
  const [example] = Object.values(body?.examples ?? {})
  const value = body === undefined ? undefined : (example?.value ?? sampleOf(body.schema ?? {}, schemas))
  const query = parameters
    .filter(({ in: place, required }) => place === 'query' && required === true)
    .map(({ name, schema = {} }) => `${name}=${encodeURIComponent(String(sampleOf(schema, schemas)))}`)
  const address = pathHtml(path + (query.length > 0 ? `?${query.join('&')}` : ''))
  const verb =
    method === 'get' || (method === 'post' && value !== undefined) ? '' : ` --request ${method.toUpperCase()}`
  const json =
    value === undefined
      ? ''
      : ` \\\n  --json '${escapeHtml(JSON.stringify(value, null, 2).replaceAll("'", String.raw`'\''`))}'`
  const authorization = security?.length === 0 ? '' : ` \\\n  --header "${escapeHtml(header)}"`
  const curl = `curl${verb} "<var data-id="origin">http://127.0.0.1:8080</var>${address}"${authorization}${json}`
  const [status, answer] = Object.entries(responses)[0] ?? []
  const [answered] = Object.values(Object.values(answer?.content ?? {})[0]?.examples ?? {})
  const answerText =
    answered?.value === undefined
      ? ''
      : `<figure><figcaption>Answer, ${status}</figcaption><pre tabindex="0">${escapeHtml(JSON.stringify(answered.value, null, 2))}</pre></figure>`
  return `<figure><figcaption>Request<button type="button" class="copy" hidden>Copy</button></figcaption><pre tabindex="0">${curl}</pre></figure>${answerText}`
}

interface Layout {
  title: string
  others: string[]
  contents: string
  main: string
}

function layout({ title, others, contents, main }: Layout): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/docs/static/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/static/reference.css">
<script src="/docs/static/reference.js"></script>
</head>
<body>
<a class="skip" href="#content">To the content</a>
<div class="bar"><a class="brand" href="/app" data-dashboard>${logo}<b>Switchboard</b></a>
<nav class="documents" aria-label="Documents">${others.join('')}</nav>
<a class="to-contents" href="#contents">Contents</a></div>
<div class="page"><main id="content" tabindex="-1">${main}</main>
<nav id="contents" aria-label="Contents"><label class="filter" hidden>Filter <input type="search" autocomplete="off" spellcheck="false"></label>
<ul class="contents">${contents}<li><a class="tag" href="#objects">Objects</a></li></ul><p class="none" hidden>No operation has these words.</p></nav></div>
</body>
</html>
`
}

/** Six jacks and one line between two of them, as in the dashboard. */
const logo = `<svg viewBox="0 0 24 20" width="24" height="20" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true"><circle cx="12" cy="4" r="2.3"/><circle cx="20" cy="4" r="2.3"/><circle cx="12" cy="16" r="2.3"/><circle cx="4" cy="16" r="2.3"/><g class="line"><circle cx="4" cy="4" r="2.3"/><path d="M4 6.3c0 2.4 1.4 3.4 3.6 3.4h8.8c2.2 0 3.6 1 3.6 3.4"/><circle cx="20" cy="16" r="2.3" fill="currentColor"/></g></svg>`
