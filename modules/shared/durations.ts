export const minuteSeconds = 60
export const hourSeconds = 3_600
export const daySeconds = 86_400

export const hourMs = 3_600_000
export const dayMs = 86_400_000
