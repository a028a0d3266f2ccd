import { type ParsedCronItem, parseCronItem } from 'graphile-worker'

export const minuteMs = 60_000
/** Every line has a time within a week. */
const maxPeriodMs = 7 * 24 * 60 * minuteMs

/** A crontab line in UTC. */
export class Cron {
  private readonly matches: ParsedCronItem['match']
  /** Start of the minute up to which `latest` is the latest time. */
  private searchedTo = Number.POSITIVE_INFINITY
  private latest = 0
  constructor(line: string) {
    this.matches = parseCronItem({ task: 'job', match: line }).match
  }

  /**
   * The latest time of the line at or before `now`, in ms. Most calls compare one minute; the first call, and a call after
   * the clock was set back, compare up to a week.
   */
  latestTime(now: number): number {
    const minute = now - (now % minuteMs)
    const searchedTo = minute < this.searchedTo ? minute - maxPeriodMs : this.searchedTo
    for (let time = minute; time > searchedTo; time -= minuteMs)
      if (this.isTime(new Date(time))) {
        this.latest = time
        break
      }
    this.searchedTo = minute
    return this.latest
  }

  private isTime(at: Date): boolean {
    return this.matches({
      min: at.getUTCMinutes(),
      hour: at.getUTCHours(),
      date: at.getUTCDate(),
      month: at.getUTCMonth() + 1,
      dow: at.getUTCDay(),
    })
  }
}
