import type { PaymentLink } from '@bindery/sdk/generated'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Refused } from '../api/ask.ts'
import { means } from '../api/codes.ts'
import { hasToken, postToLink, returned, showLink } from './link.ts'

/** What is wrong with the link itself, or on the way to the server. */
type Failure = 'unknown' | 'elsewhere' | 'lost' | 'busy'
/** What is said above what the link is for. */
type Problem = 'payDeclined' | 'payNotNow' | 'documentsFirst' | 'changed' | 'lost' | 'busy'

export interface UsedLink {
  readonly link: PaymentLink | null
  readonly failure: Failure | null
  readonly problem: Problem | null
  readonly isBusy: boolean
  /** Asks what the link is for now. Null without an answer. */
  readonly load: () => Promise<PaymentLink | null>
  readonly act: (path: 'payments' | 'void', body: object) => Promise<void>
}

const pauseMs = 3_000
const pauseMsMax = 60_000
/** So many quick looks: most banks answer within seconds. */
const quickLooks = 5

/** What a payment link is for, asked again for as long as it may change by itself. */
export function useLink(): UsedLink {
  const [link, setLink] = useState<PaymentLink | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [problem, setProblem] = useState<Problem | null>(
    returned === 'failed' ? 'payDeclined' : null,
  )
  const [isBusy, setBusy] = useState(false)
  /** How often it was asked since something happened. */
  const [asked, setAsked] = useState(0)
  const known = useRef(link)

  const show = (now: PaymentLink) => {
    const before = known.current
    if (before?.status !== now.status || before.payment?.id !== now.payment?.id) setAsked(0)
    if (before?.payment !== undefined && now.status === 'open') {
      setProblem(before.amount === now.amount ? 'payDeclined' : 'changed')
    } else setProblem((shown) => (isPassing(shown) || !isToPay(now) ? null : shown))
    known.current = now
    setFailure(null)
    setLink(now)
  }
  const load = async () => {
    try {
      const now = await showLink()
      show(now)
      return now
    } catch (error) {
      const why = failureOf(error)
      if (why === 'unknown' || known.current === null) setFailure(why)
      return null
    } finally {
      // Also after a look that got lost there is a next one.
      setAsked((before) => before + 1)
    }
  }
  const act = async (path: 'payments' | 'void', body: object) => {
    if (isBusy) return
    setBusy(true)
    setProblem(null)
    try {
      const now = await postToLink(path, body)
      if (path === 'void') known.current = null
      show(now)
      if (path === 'payments' && now.status === 'open') setProblem('payDeclined')
    } catch (error) {
      // Whether it arrived is not known: what the link is for now says so.
      const now = await load()
      if (now === null || now.status === 'open') setProblem(problemOf(error))
    }
    setBusy(false)
  }

  const isWaiting =
    failure === 'lost' ||
    failure === 'busy' ||
    (link === null && failure === null) ||
    (link?.status === 'pending' && link.payment?.next_action?.type !== 'stripe') ||
    (link !== null && isHeld(link))
  useEffect(() => {
    if (asked === 0 && link === null) {
      if (hasToken) void load()
      else setFailure(returned === null ? 'unknown' : 'elsewhere')
      return undefined
    }
    const look = () => {
      if (!document.hidden) void load()
    }
    const timer = isWaiting ? setTimeout(look, pauseAfter(asked)) : undefined
    // Who comes back to the page, or to the network, sees at once what has changed.
    document.addEventListener('visibilitychange', look)
    addEventListener('online', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
      removeEventListener('online', look)
    }
  }, [asked, link, failure])
  return { link, failure, problem, isBusy, load, act }
}

function pauseAfter(asked: number): number {
  return Math.min(pauseMs * 2 ** Math.max(0, asked - quickLooks), pauseMsMax)
}

/** Whether the customer has to receive documents first. A mail may carry them. */
export function isHeld({ status, handover }: PaymentLink): boolean {
  return status === 'open' && handover?.required === true && !handover.complete
}

/** That there is no connection is over with the next answer. */
function isPassing(problem: Problem | null): boolean {
  return problem === 'lost' || problem === 'busy'
}

/** Whether there is still something that a customer pays, or tries to. */
function isToPay({ status, payment }: PaymentLink): boolean {
  return status === 'open' || payment?.next_action !== undefined
}

/** Why what a customer asked for did not happen. */
function problemOf(error: unknown): Problem {
  if (!(error instanceof Refused)) return 'lost'
  if (error.code === 'handover_incomplete') return 'documentsFirst'
  return means('temporary', error.code) ? 'busy' : 'payNotNow'
}

/** Only one refusal says that the link is wrong. */
function failureOf(error: unknown): Failure {
  if (!(error instanceof Refused)) return 'lost'
  return error.code === 'payment_link_not_found' ? 'unknown' : 'busy'
}
