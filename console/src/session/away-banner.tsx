import { connection } from '../api/connection.ts'
import { frameWords } from '../frame/words.ts'
import { useStore } from '../store.ts'
import { useWords } from '../words/language.ts'

export function AwayBanner() {
  const words = useWords(frameWords)
  const isAway = useStore(connection) === 'away'
  return (
    <div className="away" role="status">
      {isAway && <p>{words.away}</p>}
    </div>
  )
}
