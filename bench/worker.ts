import { enableCompileCache } from 'node:module'
import { startWorking } from '@bindery/server/src/platform.ts'
import { answerQuestions } from './server-questions.ts'
import { openWorkerPlatform } from './worker-platform.ts'

/** Runs jobs and serves nobody, as `npm run work` does, until the process that started it ends. */
enableCompileCache()
const { platform, config, log, counts } = await openWorkerPlatform()
await startWorking(platform, config, log)
answerQuestions({ counts })
process.on('disconnect', () => process.exit())
process.send?.({}) // That it is ready.
