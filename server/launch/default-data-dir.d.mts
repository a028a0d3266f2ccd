export declare const dataDirOf: (env: NodeJS.ProcessEnv, home: string, folder: string) => string
