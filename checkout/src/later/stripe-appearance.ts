import type { Appearance } from './stripe-script.ts'

/** The colours and type of the checkout, as this page has set them, for the form of Stripe. */
export function appearanceIn(root: HTMLElement): Appearance {
  const probe = document.createElement('span')
  root.append(probe)
  const color = (name: string) => {
    probe.style.color = `var(--${name})`
    return hexOf(getComputedStyle(probe).color)
  }
  const { fontFamily } = getComputedStyle(root)
  const [text, surface, edge, accent, tint] = ['text', 'surface', 'edge', 'accent', 'tint'].map(
    color,
  ) as [string, string, string, string, string] // One for each name.
  const variables = {
    colorPrimary: accent,
    colorBackground: surface,
    colorText: text,
    colorTextSecondary: color('soft'),
    colorDanger: color('bad'),
    fontFamily,
    fontSizeBase: '16px',
    borderRadius: radiusOf(probe),
    spacingUnit: '4px',
    gridRowSpacing: '16px',
  }
  probe.remove()
  const flat = { boxShadow: 'none' }
  return {
    theme: isDark(surface) ? 'night' : 'stripe',
    variables,
    rules: {
      '.Input': { ...flat, border: `1px solid ${edge}`, padding: '13px' },
      '.Input:focus': { ...flat, borderColor: accent, outline: `2px solid ${accent}` },
      '.Label': { fontWeight: '500', fontSize: '15px', color: text },
      '.Block': { ...flat, backgroundColor: tint },
      '.Tab': { ...flat, border: `1px solid ${edge}` },
    },
  }
}

function radiusOf(probe: HTMLElement): string {
  probe.style.borderRadius = 'calc(var(--radius) - 4px)'
  return getComputedStyle(probe).borderTopLeftRadius
}

/**
 * Stripe does not read all the ways in which a page may write a colour. Where a browser protects its
 * customer from being recognised, canvases show other colours: they are used for rare ones alone.
 */
function hexOf(color: string): string {
  const [, ...plain] = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(color) ?? []
  if (plain.length > 0) return hexFrom(plain.map(Number))
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 1
  const context = canvas.getContext('2d')
  if (context === null) return color
  context.fillStyle = color
  context.fillRect(0, 0, 1, 1)
  return hexFrom([...context.getImageData(0, 0, 1, 1).data].slice(0, 3))
}

function hexFrom(parts: readonly number[]): string {
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

function isDark(hex: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    Number.parseInt(hex.slice(at, at + 2), 16),
  )
  return 0.299 * red + 0.587 * green + 0.114 * blue < 128
}
