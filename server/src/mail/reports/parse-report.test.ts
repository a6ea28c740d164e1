import fc from 'fast-check'
import { expect, it } from 'vitest'
import { draws } from '../../../test/support/draws.ts'
import { parseReport } from './parse-report.ts'

/** As Postfix writes it. */
function report({
  status = statusOf({}),
  headers = '',
  boundary = '27D2A.1/mx',
}: { status?: string; headers?: string; boundary?: string } = {}): string {
  return [
    'From: MAILER-DAEMON@mx.example (Mail Delivery System)',
    'To: b-01-02@bounces.example',
    'Content-Type: multipart/report; report-type=delivery-status;',
    `\tboundary="${boundary}"`,
    '',
    'This is a MIME-encapsulated message.',
    `--${boundary}`,
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'Action: delivered',
    'Status: 2.0.0',
    `--${boundary}`,
    `Content-Type: message/delivery-status${headers}`,
    '',
    status,
    `--${boundary}--`,
    '',
  ].join('\r\n')
}

function statusOf({
  action = 'failed',
  status = '5.1.1',
  diagnostic = '550 5.1.1 nobody',
}): string {
  return [
    'Reporting-MTA: dns; mx.example',
    'Arrival-Date: Mon, 20 Nov 2028 09:15:00 +0000',
    '',
    'Final-Recipient: rfc822; gone@there.example',
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: smtp;`,
    `    ${diagnostic}`,
    '',
  ].join('\r\n')
}

const failed = { action: 'failed', status: '5.1.1', diagnostic: '550 5.1.1 nobody' }

it('reads what became of the recipient, and whom the report was sent to', () => {
  const found = { recipients: [failed], addressees: ['b-01-02@bounces.example'] }
  expect(parseReport(report())).toEqual(found)
  expect(parseReport(report().replaceAll('\r\n', '\n'))).toEqual(found)
  const forwarded = `Subject: Fwd\r\nContent-Type: message/rfc822\r\n\r\n${report()}`
  expect(parseReport(forwarded)?.recipients).toEqual([failed])
})

it('reads the status however it is encoded', () => {
  const text = statusOf({})
  const base64 = Buffer.from(text).toString('base64')
  const inBase64 = { status: base64, headers: '\r\nContent-Transfer-Encoding: base64' }
  expect(parseReport(report(inBase64))?.recipients).toEqual([failed])
  const quoted = text.replace('Status', '=53ta=\r\ntus')
  const inQuoted = { status: quoted, headers: '\r\nContent-Transfer-Encoding: quoted-printable' }
  expect(parseReport(report(inQuoted))?.recipients).toEqual([failed])
})

it('takes no other mail for a report', () => {
  const plain = report().replaceAll('message/delivery-status', 'text/plain')
  const unknown = report({ status: statusOf({ action: 'vanished' }) })
  for (const one of ['', 'Action: failed\r\nStatus: 5.1.1\r\n', plain, unknown]) {
    expect(parseReport(one)).toBeNull()
  }
})

it('reads any action and status', () => {
  const action = fc.constantFrom('failed', 'delayed', 'delivered', 'relayed', 'expanded')
  const digits = fc.integer({ min: 0, max: 999 })
  const status = fc.tuple(fc.constantFrom(2, 4, 5), digits, digits).map((parts) => parts.join('.'))
  const boundary = fc.stringMatching(/^[A-Za-z0-9'()+_,./:=?-]{1,70}$/)
  fc.assert(
    fc.property(action, status, boundary, (...[one, code, border]) => {
      const text = statusOf({ action: one, status: code })
      const read = parseReport(report({ status: text, boundary: border }))
      expect(read?.recipients).toEqual([{ ...failed, action: one, status: code }])
    }),
    { numRuns: draws(30) },
  )
})

it('ends with an answer whatever it is given', () => {
  const whole = report()
  const cut = fc.tuple(fc.nat(whole.length), fc.nat(whole.length), fc.string({ unit: 'binary' }))
  fc.assert(
    fc.property(cut, ([from, length, put]) => {
      const broken = whole.slice(0, from) + put + whole.slice(from + length)
      const read = parseReport(broken)
      for (const { status } of read?.recipients ?? []) expect(status).toMatch(/^[245]\.\d+\.\d+$/)
    }),
    { numRuns: draws(50) },
  )
  // Nested as deep, and with as many parts, as fit into a body.
  const many = 'Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n'.repeat(20_000)
  expect(parseReport(many)).toBeNull()
  expect(
    parseReport(`Content-Type: message/delivery-status\r\n\r\n${'\r\n'.repeat(500_000)}`),
  ).toBeNull()
})
