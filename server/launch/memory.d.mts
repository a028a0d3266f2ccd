export declare const memoryFlags: readonly string[]
export declare const memoryEnv: Readonly<Record<string, string>>
