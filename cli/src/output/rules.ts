import type { Paint } from './paint.ts'
import { table } from './table.ts'

export interface RulePage {
  readonly name: string
  readonly family: string
  readonly usage: string
  readonly about: string
  readonly message: string
  readonly examples: readonly {
    readonly rules: string
    readonly beside?: unknown
    readonly passes: readonly unknown[]
    readonly fails: readonly unknown[]
  }[]
}

/** All rules, family by family, each with its first sentence. */
export function listRules(pages: readonly RulePage[], paint: Paint): string[] {
  const width = Math.max(...pages.map(({ usage }) => usage.length))
  const families = [...new Set(pages.map(({ family }) => family))]
  return families.flatMap((family, at) => [
    ...(at === 0 ? [] : ['']),
    paint.bold(family),
    ...pages
      .filter((page) => page.family === family)
      .map(({ usage, about }) => `  ${usage.padEnd(width)}  ${paint.dim(opening(about))}`),
  ])
}

/** One rule with its examples. */
export function describeRule(page: RulePage, paint: Paint): string[] {
  const rows = page.examples.map(({ rules, beside, passes, fails }) => [
    rules + (beside === undefined ? '' : ` beside ${JSON.stringify(beside)}`),
    paint.green(written(passes)),
    paint.red(written(fails)),
  ])
  return [
    paint.bold(page.usage),
    '',
    page.about,
    '',
    ...table(['written', 'passes', 'fails'], rows, paint),
    ...(page.message === '' ? [] : ['', `Customers read: ${page.message}`]),
  ]
}

function opening(about: string): string {
  return /^.*?[.:](?= |$)/.exec(about)?.[0].replace(/:$/, '.') ?? about
}

function written(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(', ')
}
