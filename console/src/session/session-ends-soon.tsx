import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { callOptions, useCall } from '../api/use-call.ts'
import { frameWords } from '../frame/words.ts'
import { useWords } from '../words/language.ts'

const warnedMs = 10 * 60_000
const lookMs = 30_000

/** A session ends when nobody uses it: that is announced before, with a way to stay. */
export function SessionEndsSoon() {
  const words = useWords(frameWords)
  const cache = useQueryClient()
  const endsAt = useCall('showMe').data?.session?.expires_at
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), lookMs)
    return () => clearInterval(timer)
  }, [])
  const leftMs = endsAt === undefined ? Infinity : Date.parse(endsAt) - now
  if (leftMs > warnedMs) return null
  const stay = () => void cache.refetchQueries(callOptions('showMe'))
  return (
    <div className="ends-soon" role="status">
      <p>{words.endsSoon(Math.max(1, Math.ceil(leftMs / 60_000)))}</p>
      <Button variant="default" size="xs" onClick={stay}>
        {words.stay}
      </Button>
    </div>
  )
}
