/** The colours of a mail, in light and in dark mode. */
export interface BrandColours {
  readonly light: ButtonColours
  readonly dark: ButtonColours
}

interface ButtonColours {
  readonly brand: string
  /** What can be read on the brand's colour. */
  readonly onBrand: string
}

const colourDefault = '#1f4f8f'
/** So much white makes a dark brand readable on a dark ground. */
const lightening = 0.55
const readableLuminance = 0.35

export function brandColours(colour = colourDefault): BrandColours {
  const brand = channelsOf(colour)
  const isLight = luminance(brand) > readableLuminance
  const bright = isLight ? brand : brand.map((one) => one + (255 - one) * lightening)
  return { light: pair(brand), dark: pair(bright) }
}

function pair(channels: readonly number[]): ButtonColours {
  const onBrand = luminance(channels) > readableLuminance ? '#14181a' : '#ffffff'
  const hex = channels.map((one) => Math.round(one).toString(16).padStart(2, '0')).join('')
  return { brand: `#${hex}`, onBrand }
}

function channelsOf(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
}

function luminance(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((one) => (one / 255) ** 2.2)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
