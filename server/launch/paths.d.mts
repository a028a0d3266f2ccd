/** The checkout. */
export declare const root: string
/** True in an unpacked release. */
export declare const isRelease: () => boolean
