import { type EvidenceVerdict, evidencePages, verifyEvidence } from '@bindery/sdk'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { CopyId } from '../../frame/copy-id.tsx'
import { Failed, Status } from '../../frame/states.tsx'
import { useMe } from '../../session/me.ts'
import { useWords } from '../../words/language.ts'
import { keepVerified } from './last-verified.ts'
import { operationsWords } from './words.ts'

/** The chain of events and audit entries, calculated again in this browser. */
export function VerifyEvidence({ onDone }: { readonly onDone?: () => void }) {
  const words = useWords(operationsWords)
  const { world } = useMe()
  const [verdict, setVerdict] = useState<EvidenceVerdict | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const [isRunning, setRunning] = useState(false)
  async function run(): Promise<void> {
    setError(null)
    setVerdict(null)
    setRunning(true)
    try {
      // Browsers calculate hashes only for pages that came over a protected way.
      if (!isSecureContext) throw new Error(words.needsTls)
      const pages = evidencePages((after) =>
        client.call('listEvidence', { query: { after: String(after) } }),
      )
      const found = await verifyEvidence(pages)
      setVerdict(found)
      keepVerified(world, {
        at: new Date().toISOString(),
        records: found.links,
        isIntact: found.fault === null,
      })
      onDone?.()
    } catch (cause) {
      setError(cause instanceof Error ? cause : new Error(String(cause)))
    } finally {
      setRunning(false)
    }
  }
  return (
    <>
      <span role="status">
        {verdict !== null &&
          (verdict.fault === null ? (
            <Status tone="settled">
              {words.intact(verdict.links.toLocaleString())} <CopyId id={verdict.end.hash} short />
            </Status>
          ) : (
            <Status tone="failed">
              {words.broken(verdict.fault.number.toLocaleString(), verdict.fault.why)}
            </Status>
          ))}
      </span>
      {error !== null && <Failed error={error} />}
      <Button size="xs" variant="default" loading={isRunning} onClick={() => void run()}>
        {words.verify}
      </Button>
    </>
  )
}
