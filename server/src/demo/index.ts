export { printBanner } from './banner.ts'
export { type DemoFile, readDemoFile } from './demo-file.ts'
export { startDemo } from './start-demo.ts'
