/**
 * Whether a path could be that of an HTML page, as far as its ending tells: not fetched is what is clearly something
 * else. Endings that pages have as well (`node.js`, `example.com`) are left to what the server says.
 */
export function isPageLike(pathname: string): boolean {
  const [, ending] = /\.([a-z0-9]{2,8})$/i.exec(pathname) ?? []
  return ending === undefined || !files.has(ending.toLowerCase())
}

const files = new Set(
  `jpg jpeg jpe png gif webp avif bmp ico tif tiff svg svgz heic psd eps
  mp3 m4a m4b ogg oga opus wav flac aac mid midi wma mp4 m4v mpg mpeg webm ogv avi mov wmv mkv flv 3gp m3u m3u8 swf
  zip gz tgz bz2 xz zst 7z rar tar jar war iso dmg pkg deb rpm apk msi exe bin cab crx xpi
  pdf doc docx dot dotx odt rtf xls xlsx xlsm ods csv tsv ppt pptx pps ppsx odp pages epub mobi
  css scss less json jsonld xml xsl xsd rss atom rdf ics vcf kml gpx geojson yml yaml toml sql wasm
  woff woff2 ttf otf eot torrent sig asc md5 sha1 sha256 sha512`.split(/\s+/),
)
