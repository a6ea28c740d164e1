/** The hosted page: passes the parameters of its address to the element. */
const asked = new URL(location.href)
const [integration = ''] = asked.pathname.split('/').slice(-1)
const element = document.createElement('bindery-checkout')
element.setAttribute('integration', decodeURIComponent(integration))
for (const [parameter, attribute] of [
  ['key', 'public-key'],
  ['item', 'item'],
  ['language', 'language'],
] as const) {
  const value = asked.searchParams.get(parameter)
  if (value !== null) element.setAttribute(attribute, value)
}
element.setAttribute('history', '')
element.addEventListener('bindery-open', (event) => {
  const { name, language } = (event as CustomEvent<{ name: string; language: string }>).detail
  document.title = name
  document.documentElement.lang = language
})
document.querySelector('main')?.append(element)

// In a frame, reports the height and the events to the embedding page.
if (parent !== window) {
  const post = (message: object) => parent.postMessage(message, '*')
  new ResizeObserver(() => {
    post({ type: 'bindery-height', height: document.documentElement.offsetHeight })
  }).observe(document.documentElement)
  for (const name of ['step', 'price', 'purchase']) {
    element.addEventListener(`bindery-${name}`, (event) => {
      post({ type: `bindery-${name}`, ...(event as CustomEvent<object>).detail })
    })
  }
}
