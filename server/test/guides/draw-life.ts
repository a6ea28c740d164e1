/** What one version of a policy says of its days, and what it cost or gave back. */
export interface DrawnVersion {
  readonly title: string
  readonly money: string
  readonly segments: readonly {
    readonly firstDay: Temporal.PlainDate
    readonly kind: string
    readonly price: string
  }[]
}

const width = 960
const margin = 12
const rowHeight = 66
const barHeight = 28
const headHeight = 40

/** A month of which less is to be seen gets no name. */
const monthDaysMin = 20

const fills: Readonly<Record<string, string>> = {
  cover: '#2f6f9f',
  gap: '#ffffff',
  ended: '#e4e4e0',
}

/** A policy's life as a picture: one line for each version, one bar for days on which nothing changes. */
export function drawLife(
  title: string,
  term: { readonly firstDay: Temporal.PlainDate; readonly lastDay: Temporal.PlainDate },
  versions: readonly DrawnVersion[],
): string {
  const days = term.firstDay.until(term.lastDay).days + 1
  const at = (day: Temporal.PlainDate) =>
    round(margin + ((width - 2 * margin) * term.firstDay.until(day).days) / days)
  const height = headHeight + versions.length * rowHeight + 8
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="13" role="img">`,
    `<title>${escape(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    ...monthsOf(term).map(
      (month) =>
        `<path d="M${at(month)} 26V${height - 8}" stroke="#d8d8d4"/><text x="${at(month) + 3}" y="20" fill="#666660" font-size="11">${month.toLocaleString('en', { month: 'short' })}</text>`,
    ),
    ...versions.flatMap((version, n) => drawVersion(version, headHeight + n * rowHeight, at, term)),
    '</svg>',
    '',
  ].join('\n')
}

function drawVersion(
  { title, money, segments }: DrawnVersion,
  top: number,
  at: (day: Temporal.PlainDate) => number,
  term: { readonly lastDay: Temporal.PlainDate },
): string[] {
  const end = at(term.lastDay.add({ days: 1 }))
  return [
    `<text x="${margin}" y="${top + 14}" fill="#1d1d1b" stroke="#ffffff" stroke-width="4" paint-order="stroke"><tspan font-weight="600">${escape(title)}</tspan><tspan dx="10" fill="#666660">${escape(money)}</tspan></text>`,
    ...segments.map(({ firstDay, kind, price }, n) => {
      const next = segments[n + 1]
      const x = at(firstDay)
      const wide = round((next === undefined ? end : at(next.firstDay)) - x)
      const ink = kind === 'cover' ? '#ffffff' : '#666660'
      const caption = kind === 'cover' ? price : kind
      const dashes = kind === 'gap' ? ' stroke-dasharray="4 3"' : ''
      const label =
        wide < caption.length * 7 + 10
          ? ''
          : `<text x="${round(x + wide / 2)}" y="${top + 41}" fill="${ink}" font-size="12" text-anchor="middle">${escape(caption)}</text>`
      return `<rect x="${round(x + 0.5)}" y="${top + 22}" width="${round(Math.max(wide - 1, 1))}" height="${barHeight}" rx="2" fill="${fills[kind] ?? '#e4e4e0'}" stroke="#8a8a84" stroke-width="0.5"${dashes}><title>${escape(`${firstDay}: ${caption}`)}</title></rect>${label}`
    }),
  ]
}

function monthsOf({
  firstDay,
  lastDay,
}: {
  firstDay: Temporal.PlainDate
  lastDay: Temporal.PlainDate
}) {
  const first = firstDay.with({ day: 1 })
  return Array.from(
    { length: first.until(lastDay, { largestUnit: 'months' }).months + 1 },
    (_, n) => first.add({ months: n }),
  ).filter(
    (month) =>
      Temporal.PlainDate.compare(month, firstDay) >= 0 && month.until(lastDay).days >= monthDaysMin,
  )
}

function round(n: number): number {
  return Math.round(n * 10) / 10
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
