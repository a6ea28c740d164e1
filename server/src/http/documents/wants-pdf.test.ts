import { describe, expect, it } from 'vitest'
import { wantsPdf } from './wants-pdf.ts'

describe('the client of an asset link', () => {
  it.each([
    ['a browser', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true],
    ['one that asks for a PDF', 'application/pdf', true],
    ['one that would rather have a PDF', 'application/json;q=0.5, Application/PDF', true],
    ['one that asks for JSON', 'application/json', false],
    ['one that would rather have JSON', 'application/json, application/pdf;q=0.9', false],
    ['one that refuses PDFs', 'application/pdf;q=0, */*', false],
    ['one that takes anything', '*/*', false],
    ['one that says nothing', undefined, false],
    ['one that talks nonsense', ';;q=x,,', false],
  ])('%s gets what they want', (_, accept, expected) => {
    expect(wantsPdf(accept)).toBe(expected)
  })
})
