// Sets the chosen theme before the first paint, and whether the page stands alone, and asks for the code of the page and its
// texts. The content policy forbids inline scripts, so it is a file.
let tags = navigator.languages
try {
  const theme = localStorage.getItem('theme')
  tags = [localStorage.getItem('language') ?? '', ...tags]
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is switched off: the system's theme holds.
}
if (/^\/app\/(?:sign-in|welcome|invited|parts)\b/.test(location.pathname))
  document.documentElement.dataset.page = 'alone'
else {
  const { texts = {}, ...code } = JSON.parse(document.currentScript.dataset.files ?? '{}')
  // As `languages.ts` chooses it. The pseudo-language, which is made of the English texts, comes without this.
  const offered = tags
    .map((tag) => tag.toLowerCase().split('-')[0])
    .find((tag) => tag in texts || tag === 'pseudo')
  const [, , , , page = ''] = location.pathname.split('/')
  for (const { shell = [], pages = {} } of [code, texts[offered ?? 'en'] ?? {}])
    for (const file of [...shell, ...(pages[page] ?? [])]) ask(file)
}

function ask(file) {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = `/app/${file}`
  document.head.append(link)
}
