export { figureJobs } from './background-jobs.ts'
export {
  type Grouping,
  type SummedFigure,
  groupings,
  selectProgress,
  sumFigures,
} from './figure-store.ts'
