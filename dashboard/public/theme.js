// Sets the chosen theme before the first paint, and whether the page stands alone. The content policy forbids inline scripts, so it is a file.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is switched off: the system's theme holds.
}
if (/^\/app\/(?:sign-in|welcome|invited|parts)\b/.test(location.pathname))
  document.documentElement.dataset.page = 'alone'
