// Fills ids into the addresses, copies requests, filters the contents and marks the place where the reader is. The page
// is complete without it.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is switched off: the system's theme holds.
}

document.addEventListener('DOMContentLoaded', () => {
  fillIds()
  offerCopies()
  offerFilter()
  markPlace()
})

const all = (selector) => [...document.querySelectorAll(selector)]

/** Ids come from the address and from the form, and go into requests, links and the address. */
function fillIds() {
  const given = new URLSearchParams(location.search)
  const form = document.querySelector('.ids')
  const fields = [...form.elements]
  form.hidden = false
  for (const field of fields) field.value = given.get(field.name) ?? ''
  const fill = () => {
    const ids = new Map([...given, ...fields.map(({ name, value }) => [name, value.trim()])])
    const kept = new URLSearchParams([...ids].filter(([, value]) => value !== ''))
    for (const place of all('[data-id]')) {
      const name = place.dataset.id
      const value = kept.get(name)
      place.textContent = name === 'origin' ? location.origin : (value ?? `{${name}}`)
      place.classList.toggle('filled', name !== 'origin' && value !== null)
    }
    const query = kept.size === 0 ? '' : `?${kept}`
    for (const link of all('[data-keeps-ids]')) link.href = link.pathname + query
    const [organization, project] = fields.map(({ value }) => encodeURIComponent(value.trim()))
    const isPlace = organization !== '' && project !== ''
    document.querySelector('[data-dashboard]').href = isPlace ? `/app/${organization}/${project}` : '/app'
    return query
  }
  fill()
  form.addEventListener('input', () =>
    history.replaceState(null, '', location.pathname + fill() + location.hash),
  )
  form.addEventListener('submit', (event) => event.preventDefault())
}

function offerCopies() {
  for (const button of all('.copy')) {
    button.hidden = false
    button.addEventListener('click', () => {
      copy(button.closest('figure').querySelector('pre'))
      button.textContent = 'Copied'
      setTimeout(() => (button.textContent = 'Copy'), 2_000)
    })
  }
}

/** The clipboard's own interface is missing over http in a local network. */
function copy(element) {
  if (navigator.clipboard !== undefined) return void navigator.clipboard.writeText(element.textContent)
  getSelection().selectAllChildren(element)
  document.execCommand('copy')
  getSelection().removeAllRanges()
}

function offerFilter() {
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
}

/** Marks the operation at the top of the window in the contents, and keeps it in their view. */
function markPlace() {
  const list = document.querySelector('#contents')
  const links = new Map(all('.contents ul a').map((link) => [link.hash.slice(1), link]))
  const mark = (changes) => {
    const link = links.get(changes.find(({ isIntersecting }) => isIntersecting)?.target.id)
    if (link === undefined) return
    for (const other of links.values()) other.removeAttribute('aria-current')
    link.setAttribute('aria-current', 'true')
    if (getComputedStyle(list).position !== 'sticky') return
    const { top, bottom } = link.getBoundingClientRect()
    const view = list.getBoundingClientRect()
    if (top < view.top + 48 || bottom > view.bottom) list.scrollTop += top - (view.top + view.bottom) / 2
  }
  const watch = new IntersectionObserver(mark, { rootMargin: '-72px 0px -70% 0px' })
  for (const operation of all('.operation')) watch.observe(operation)
}
