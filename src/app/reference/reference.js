// Fills ids into the addresses, copies requests, filters the contents and marks the place where the reader is. The page
// is complete without it.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is switched off: the system's theme holds.
}

document.addEventListener('DOMContentLoaded', () => {
  const all = (selector) => [...document.querySelectorAll(selector)]
  const given = new URLSearchParams(location.search)
  const form = document.querySelector('.ids')
  const fields = [...form.elements]
  const ids = () => new URLSearchParams(fields.map(({ name, value }) => [name, value.trim()]))

  function fill() {
    const values = ids()
    for (const [name, value] of given) if (!values.has(name)) values.set(name, value)
    values.set('origin', location.origin)
    for (const place of all('[data-id]')) {
      const value = values.get(place.dataset.id) ?? ''
      place.textContent = value === '' ? `{${place.dataset.id}}` : value
      place.classList.toggle('filled', value !== '' && place.dataset.id !== 'origin')
    }
    const kept = new URLSearchParams([...values].filter(([name, value]) => name !== 'origin' && value !== ''))
    const query = kept.size === 0 ? '' : `?${kept}`
    for (const link of all('[data-keeps-ids]')) link.href = link.pathname + query
    const [organization, project] = fields.map(({ value }) => encodeURIComponent(value.trim()))
    const isPlace = organization !== '' && project !== ''
    document.querySelector('[data-dashboard]').href = isPlace ? `/app/${organization}/${project}` : '/app'
    return query
  }

  form.hidden = false
  for (const field of fields) field.value = given.get(field.name) ?? ''
  fill()
  form.addEventListener('input', () => history.replaceState(null, '', location.pathname + fill() + location.hash))
  form.addEventListener('submit', (event) => event.preventDefault())

  for (const button of all('.copy')) {
    button.hidden = false
    button.addEventListener('click', () => {
      copy(button.closest('figure').querySelector('pre'))
      button.textContent = 'Copied'
      setTimeout(() => (button.textContent = 'Copy'), 2_000)
    })
  }

  /** The clipboard's own interface is missing over http in a local network. */
  function copy(element) {
    if (navigator.clipboard !== undefined) return void navigator.clipboard.writeText(element.textContent)
    getSelection().selectAllChildren(element)
    document.execCommand('copy')
    getSelection().removeAllRanges()
  }

  const filter = document.querySelector('.filter')
  filter.hidden = false
  filter.addEventListener('input', () => {
    const words = filter.querySelector('input').value.toLowerCase().split(/\s+/)
    const isMeant = (text) => words.every((word) => text.toLowerCase().includes(word))
    for (const group of all('.contents > li')) {
      const tag = group.querySelector('.tag').textContent
      for (const entry of group.querySelectorAll('ul > li'))
        entry.hidden = !isMeant(`${tag} ${entry.textContent} ${entry.querySelector('a').hash}`)
      group.hidden = !isMeant(tag) && group.querySelector('ul > li:not([hidden])') === null
    }
    document.querySelector('.none').hidden = document.querySelector('.contents > li:not([hidden])') !== null
  })

  const entries = new Map(all('.contents ul a').map((link) => [link.hash.slice(1), link]))
  const watch = new IntersectionObserver(
    (changes) => {
      const [first] = changes.filter(({ isIntersecting }) => isIntersecting)
      if (first === undefined) return
      for (const link of entries.values()) link.removeAttribute('aria-current')
      const link = entries.get(first.target.id)
      link?.setAttribute('aria-current', 'true')
      const list = document.querySelector('#contents')
      if (link === undefined || getComputedStyle(list).position !== 'sticky') return
      const { top, bottom } = link.getBoundingClientRect()
      const { top: listTop, bottom: listBottom } = list.getBoundingClientRect()
      if (top < listTop + 48 || bottom > listBottom) list.scrollTop += top - (listTop + listBottom) / 2
    },
    { rootMargin: '-72px 0px -70% 0px' },
  )
  for (const operation of all('.operation')) watch.observe(operation)
})
