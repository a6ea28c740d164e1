import type { Answer } from '@bindery/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { callOptions } from '../../api/use-call.ts'
import { Page } from '../../frame/page.tsx'
import { Loaded, Status, type Tone } from '../../frame/states.tsx'
import { useMay, useMe } from '../../session/me.ts'
import { useMoments } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { type HealthRow, useHealthParts } from './health-rows.ts'
import { healthWords } from './health-words.ts'
import { lastVerified } from './last-verified.ts'
import { operationsTitles } from './titles.ts'
import { VerifyEvidence } from './verify-evidence.tsx'

const againMs = 10_000

/** Whether everything goes on that goes on by itself. */
function Health() {
  const { health: title } = useWords(operationsTitles)
  const health = useQuery({ ...callOptions('showHealth'), refetchInterval: againMs })
  return (
    <Page title={title}>
      <Loaded query={health} lines={12}>
        {(shown) => <Whole health={shown} />}
      </Loaded>
    </Page>
  )
}

function Whole({ health }: { readonly health: Answer<'showHealth'> }) {
  const words = useWords(healthWords)
  const { moment } = useMoments()
  const mayVerify = useMay('audit.read')
  const parts = useHealthParts()(health)
  const wrong = parts
    .flatMap(({ rows }) => rows)
    .filter(({ tone }) => tone === 'attention' || tone === 'failed')
  return (
    <div className="health">
      <p className="health-verdict">
        <Status tone={toneOf(wrong)}>
          {wrong.length === 0 ? words.good : words.bad(wrong.length)}
        </Status>
      </p>
      <p className="quiet">{words.asked(moment(health.asked_at))}</p>
      {parts.map(({ title, rows }) => (
        <Part key={title} title={title}>
          {rows.map((row) => (
            <Row key={row.title} row={row} />
          ))}
        </Part>
      ))}
      {mayVerify && <Proof records={health.evidence.records} />}
    </div>
  )
}

/** That of the worst. */
function toneOf(wrong: readonly HealthRow[]): Tone {
  if (wrong.length === 0) return 'settled'
  return wrong.some(({ tone }) => tone === 'failed') ? 'failed' : 'attention'
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      <ul className="rows">{children}</ul>
    </section>
  )
}

function Row({ row: { title, tone, says, path } }: { readonly row: HealthRow }) {
  return (
    <li>
      <Status tone={tone}>{path === undefined ? title : <Link to={path}>{title}</Link>}</Status>
      <span className={tone === 'settled' || tone === 'quiet' ? 'quiet' : undefined}>{says}</span>
    </li>
  )
}

/** Evidence is calculated in the browser, so it is the browser that knows when. */
function Proof({ records }: { readonly records: number }) {
  const words = useWords(healthWords)
  const { moment } = useMoments()
  const { world } = useMe()
  const [last, setLast] = useState(() => lastVerified(world))
  return (
    <Part title={words.proof}>
      <li>
        <Status tone={last === null ? 'quiet' : last.isIntact ? 'settled' : 'failed'}>
          {last === null
            ? words.neverVerified
            : last.isIntact
              ? words.verified(moment(last.at), last.records.toLocaleString())
              : words.brokenAt(moment(last.at))}
        </Status>
        <span className="quiet">{words.records(records)}</span>
      </li>
      <li className="health-verify">
        <VerifyEvidence onDone={() => setLast(lastVerified(world))} />
      </li>
    </Part>
  )
}

export { Health as page }
