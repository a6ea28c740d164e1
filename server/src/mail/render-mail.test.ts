import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../kernel/index.ts'
import { formatsOf } from '../documents/index.ts'
import { renderMail } from './render-mail.ts'
import { parseTemplate } from './template.ts'

const format = formatsOf({ language: 'en', timeZone: 'Europe/Berlin', currency: 'eur' })
const sender = { sender: 'Demo <Insurance>', colour: '#1f4435', logo: null }

function templateOf(source: string) {
  const parsed = parseTemplate('mails/a.en.md', Buffer.from(source), 'mail')
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems))
  return parsed.template
}

function rendered(source: string, data: JsonObject) {
  const shared = { language: 'en', format, currency: 'eur', brand: sender, footer: null }
  return renderMail({ template: templateOf(source), data, ...shared })
}

function problemsOf(source: string, data: JsonObject = {}): string[] {
  const parsed = parseTemplate('mails/a.en.md', Buffer.from(source), 'mail')
  const found = 'problems' in parsed ? parsed.problems : rendered(source, data).problems
  return found.map(({ place, message }) => `${place}: ${message}`)
}

const hostile = [
  '<script>alert(1)</script>',
  '**bold** _it_ [click](https://evil.example) ![x](https://evil.example/x.png)',
  '# Title\n\n- entry\n\n| a | b |\n|---|---|',
  '{{policy.number}} {{#x}}',
  '\uE0000\uE001 \uE0011',
  '"><img src=x onerror=alert(1)>',
  '`code` ~~gone~~ &lt; &amp;',
]

describe('what customers wrote', () => {
  it.each(hostile)('is shown as text: %j', (name) => {
    const { mail, problems } = rendered(
      'Subject: For {{name}}\n\nDear {{name}}, **{{name}}**\n\n| a | b |\n|---|---|\n| {{name}} | 1 |\n',
      { name },
    )
    expect(problems).toEqual([])
    expect(mail.html).not.toMatch(/<script|<img|evil\.example"|<h1|<li|<em>|<del|<code/)
    expect(mail.html.match(/<strong>/g)).toHaveLength(1)
    expect(mail.html.match(/<td class="line"/g)).toHaveLength(2)
    // Whoever reads text reads every character of it, on one line.
    expect(mail.text).toContain(name.replaceAll(/\s*\n\s*/g, ' '))
  })

  it('adds no header', () => {
    const { mail } = rendered('Subject: For {{name}}\n\nHello', {
      name: 'Eve\r\nBcc: all@example.com\u2028X: 1',
    })
    expect(mail.subject).toBe('For Eve Bcc: all@example.com X: 1')
  })

  it('decides no address of a link', () => {
    const data = { name: 'evil.example', links: { documents: 'https://insurer.example/a?b=1&c' } }
    expect(problemsOf('Subject: a\n\n[x](https://{{name}}/)', data)).toEqual([
      'line 3: A link leads to no address that a mail may have.',
    ])
    expect(problemsOf('Subject: a\n\n[x]({{name}})', data)).toHaveLength(1)
    expect(problemsOf('Subject: a\n\n[x](javascript:alert)', data)).toHaveLength(1)
    const { mail } = rendered('Subject: a\n\n[Open]({{links.documents}})', data)
    expect(mail.html).toContain('href="https://insurer.example/a?b=1&amp;c"')
    expect(mail.text).toContain('Open:\nhttps://insurer.example/a?b=1&c')
  })
})

describe('a template', () => {
  it('writes amounts, days, numbers and lists as the language does', () => {
    const source = `Subject: a

{{total}} on {{day}}, {{money(sum)}}, {{number(count)}}, {{percent(rate)}}, {{list}}

{{#rows}}
- {{name}}: {{total}}
{{/rows}}
{{^rows}}
none
{{/rows}}`
    const total = { cents: 1, currency: 'eur', text: '€1.00' }
    const data = { total, day: { iso: '', short: '', long: '1 March 2027' }, sum: 123450 }
    const more = { count: 1234.5, rate: 0.19, list: ['a', 'b'] }
    const full = rendered(source, { ...data, ...more, rows: [{ name: 'x' }, { name: 'y' }] })
    expect(full.problems).toEqual([])
    expect(full.mail.text).toBe(
      '€1.00 on 1 March 2027, €1,234.50, 1,234.5, 19%, a, b\n\n- x: €1.00\n- y: €1.00\n',
    )
    expect(rendered(source, { ...data, ...more, rows: [] }).mail.text).toContain('none')
  })

  it.each([
    ['Hello', 'line 1: The template has no subject.'],
    ['Subject: a\n\n{{policy.numbr}}', 'line 3: There is no policy.numbr.'],
    ['Subject: a\n\n{{policy.end}}', 'line 3: policy.end may have no value.'],
    ['Subject: a\n\n{{policy}}', 'line 3: policy is not a text.'],
    ['Subject: a\n\n{{#policy}}\nx', 'line 3: The section policy is not closed.'],
    ['Subject: a\n\nx\n{{/policy}}', 'line 4: No section policy is open here.'],
    ['Subject: a\n\n{{ 1 + 1 }}', 'line 3: "1 + 1" is not the name of a value.'],
    ['Subject: a\n\n{{sum(a)}}', 'line 3: There is no function sum.'],
    ['Subject: a\n\n{{policy.number', 'line 3: {{ stands alone.'],
    ['Subject: a\n\nHello\n\n<b>x</b>', 'line 5: A mail cannot contain HTML.'],
    ['Subject: a\n\n![x](https://a.example/x.png)', 'line 3: A mail cannot contain a picture.'],
  ])('%j is refused with its line', (source, problem) => {
    expect(problemsOf(source, { policy: { number: 'A-1', end: null } })).toContain(problem)
  })
})
