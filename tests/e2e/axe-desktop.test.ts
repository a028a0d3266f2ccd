import t from 'tap'
import { axeTest } from '../support/axe-states.ts'

await axeTest(t, 1440)
