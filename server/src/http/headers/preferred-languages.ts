import type { FastifyRequest } from 'fastify'

/** A limit against overlong headers. */
const languagesMax = 10
const headerLengthMax = 500

/** The languages of an Accept-Language header, the most wanted first. */
export function preferredLanguages({ headers }: Pick<FastifyRequest, 'headers'>): string[] {
  return readAcceptLanguage(headers['accept-language'] ?? '')
}

export function readAcceptLanguage(header: string): string[] {
  return header
    .slice(0, headerLengthMax)
    .split(',', languagesMax)
    .map(readEntry)
    .filter(
      ({ language, weight }) => /^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i.test(language) && weight > 0,
    )
    .sort((one, other) => other.weight - one.weight)
    .map(({ language }) => language)
}

function readEntry(entry: string): { language: string; weight: number } {
  const [language = '', ...parameters] = entry.split(';').map((part) => part.trim())
  const quality = parameters.find((parameter) => parameter.startsWith('q='))
  const weight = quality === undefined ? 1 : Number(quality.slice(2))
  return { language, weight: Number.isNaN(weight) ? 0 : weight }
}
