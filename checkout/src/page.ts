/** The hosted page: what its address says goes to the element. */
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

// In a frame the page around us may want to know how tall we are, and what happened.
if (parent !== window) {
  const tell = (message: object) => parent.postMessage(message, '*')
  new ResizeObserver(() => {
    tell({ type: 'bindery-height', height: document.documentElement.offsetHeight })
  }).observe(document.documentElement)
  for (const name of ['step', 'price', 'purchase']) {
    element.addEventListener(`bindery-${name}`, (event) => {
      tell({ type: `bindery-${name}`, ...(event as CustomEvent<object>).detail })
    })
  }
}
