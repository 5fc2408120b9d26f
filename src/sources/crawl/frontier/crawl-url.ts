/** Longer URLs are ignored: they are traps, or carry data away. */
export const urlCharactersMax = 2_000

/**
 * Normalizes a link, so that all links to a page are one URL. `base` is the page with the link. Returns null where it
 * cannot be a page: no http(s) URL, one with a user name, or one longer than `urlCharactersMax`.
 *
 * Beyond the normalization by WHATWG (case of the host, default port, dot segments) it removes the fragment, a dot at
 * the end of the host, an empty query, and parameters for tracking and sessions. Escapes are in upper case, and only
 * where needed. The order of parameters, a final slash and `index.html` stay, because servers may distinguish them.
 * Normalizing twice changes nothing.
 */
export function normalizeUrl(reference: string, base?: string): string | null {
  // A data: URL may have megabytes.
  if (reference.length > 4 * urlCharactersMax) return null
  const url = URL.parse(reference, base)
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    return null
  url.hash = ''
  url.hostname = url.hostname.replace(/\.$/, '')
  url.pathname = withoutPathSession(plainEscapes(url.pathname))
  url.search = withoutVisitParameters(plainEscapes(url.search))
  return url.href.length > urlCharactersMax || url.hostname.endsWith('.') ? null : url.href
}

/**
 * Resolves escapes that nothing needs, writes the others in upper case, and escapes a percent sign that begins none.
 */
function plainEscapes(text: string): string {
  return text.replace(/%([0-9a-f]{2})?/gi, (escape, code?: string) => {
    if (code === undefined) return '%25'
    const character = String.fromCharCode(Number.parseInt(code, 16))
    return /[A-Za-z0-9._~-]/.test(character) ? character : escape.toUpperCase()
  })
}

/** Removes a session from a path, in the form of Java and PHP, and in that of ASP.NET: `/(S(xyz))/page`. */
function withoutPathSession(path: string): string {
  return path
    .replace(/;(?:jsessionid|phpsessid|sid)=[^/;]*/gi, '')
    .replace(/\/\(S\([a-z0-9]+\)\)(?=\/|$)/gi, '')
}

/**
 * Removes parameters for tracking and sessions from a query. The query has its question mark, since it may begin with
 * another.
 */
function withoutVisitParameters(search: string): string {
  const parameters = search.slice(1).split('&')
  const kept = parameters.filter((parameter) => parameter !== '' && !isOfVisit(parameter))
  return kept.length === 0 ? '' : `?${kept.join('&')}`
}

function isOfVisit(parameter: string): boolean {
  const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(parameter.toLowerCase()) ?? []
  if (tracking.has(name) || trackingPrefix.test(name) || sessions.has(name)) return true
  // Such a name may also identify a page: `sid=12` is kept; only a value that looks generated is removed.
  return maybeSessions.has(name) && /^[a-z0-9_-]{16,}$/.test(value) && /\d/.test(value)
}

/** The prefixes of Google Analytics, Matomo and Piwik, and HubSpot. */
const trackingPrefix = /^(?:utm|mtm|matomo|pk|piwik|hsa)_/

/** Parameters that advertisers and mailings add to links, in lower case. */
const tracking = new Set(
  `gclid gclsrc dclid gbraid wbraid srsltid _ga _gl fbclid igsh igshid msclkid yclid ysclid _openstat twclid ttclid
  li_fat_id mc_cid mc_eid mkt_tok _hsenc _hsmi hsctatracking vero_conv vero_id epik oly_anon_id oly_enc_id wickedid
  rb_clickid s_cid`.split(/\s+/),
)

const sessions = new Set(['phpsessid', 'jsessionid', 'aspsessionid', 'cfid', 'cftoken', 'zenid', 'oscsid'])
const maybeSessions = new Set(['sid', 'session', 'sessionid', 'session_id', 'sess', 's'])
