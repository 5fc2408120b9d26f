// Sets the chosen theme before the first paint, and whether the page stands alone, and asks for the code of the page. The
// content policy forbids inline scripts, so it is a file.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is switched off: the system's theme holds.
}
if (/^\/app\/(?:sign-in|welcome|invited|parts)\b/.test(location.pathname))
  document.documentElement.dataset.page = 'alone'
else {
  const { shell = [], pages = {} } = JSON.parse(document.currentScript.dataset.files ?? '{}')
  const [, , , , page = ''] = location.pathname.split('/')
  for (const file of [...shell, ...(pages[page] ?? [])]) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = `/app/${file}`
    document.head.append(link)
  }
}
