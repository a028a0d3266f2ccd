import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeSecretFile } from './atomic-file.ts'
import { randomToken } from './keys.ts'

/** 128 bits. */
const tokenBytes = 16

interface SetupProgress {
  /** Secret that authorizes the setup of the instance. The server prints it when it starts. */
  token: string
  /** Completed steps of the wizard. */
  done: string[]
  /** Answers that are stored as settings when the setup completes: setting → text. */
  answers: Record<string, string>
}

/** The wizard's progress until the instance is set up, in a file, so that it can be resumed after a restart. */
export class SetupState {
  private readonly file: string
  constructor(dataDir: string) {
    this.file = join(dataDir, '.setup.json')
  }

  /** Creates the token at the first call. */
  read(): SetupProgress {
    if (existsSync(this.file)) return JSON.parse(readFileSync(this.file, 'utf8')) as SetupProgress
    const progress = { token: randomToken(tokenBytes), done: [], answers: {} }
    this.write(progress)
    return progress
  }

  /** Records that a step is completed. */
  complete(step: string, answers: Record<string, string> = {}): void {
    const progress = this.read()
    const done = [...new Set([...progress.done, step])]
    this.write({ ...progress, done, answers: { ...progress.answers, ...answers } })
  }

  /** Records that a step has to be done again. */
  reopen(step: string): void {
    const progress = this.read()
    this.write({ ...progress, done: progress.done.filter((name) => name !== step) })
  }

  remove(): void {
    rmSync(this.file, { force: true })
  }

  private write(progress: SetupProgress): void {
    writeSecretFile(this.file, JSON.stringify(progress))
  }
}
