export declare const unitPath: string
export declare const readUnitEnvironment: (root?: string) => Record<string, string> | null
export declare const readService: (root?: string) => { environment: Record<string, string>; user: string } | null
