/** Values in the files of the service. Paths are absolute and need no quoting (`isPlainPath`). */
export interface ServiceOptions {
  /** The checkout or the unpacked release. */
  folder: string
  /** The project's own Node. */
  node: string
  dataDir: string
  appUrl?: string | undefined
  /** Folder of the system's `node` and `npm`, with which a checkout is installed and built; null: a release, which is complete. */
  toolsFolder: string | null
}

/** Paths without a character that systemd would read as an escape, a specifier or a separator. */
export const isPlainPath = (path: string): boolean => /^\/[\w./+@-]*$/.test(path)

const backupFolder = '/var/backups/coffer'
const toolsPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

const isInHomes = (path: string) => /^\/(home|root|run\/user)\//.test(`${path}/`)

/** Installs and builds the code that `git pull` changed: as root, because the service cannot write its own code. */
const prepare = ({ folder, toolsFolder }: ServiceOptions) =>
  toolsFolder === null
    ? ''
    : `ExecStartPre=+/usr/bin/env PATH=${toolsFolder}:${toolsPath} node ${folder}/server/launch/prepare.mjs\n`

/**
 * A unit that can write the data, the backups and a cache of compiled code only. Without `MemoryDenyWriteExecute`, which
 * ends every JIT compiler.
 */
export const unitFile = (options: ServiceOptions): string => {
  const { folder, node, dataDir, appUrl } = options
  return `[Unit]
Description=Coffer
Documentation=file://${folder}/docs/operate.md
After=network-online.target time-sync.target postgresql.service
# Without its disk, the folder is an empty one of the root disk.
RequiresMountsFor=${dataDir}
Wants=network-online.target time-sync.target

[Service]
# Started when it serves: a start or restart that fails is reported by systemctl. Migrations are part of it: longer ones extend
# TimeoutStartSec=.
Type=notify
NotifyAccess=all
User=coffer
Group=coffer
WorkingDirectory=${folder}
Environment=DATA_DIR=${dataDir}
Environment=NODE_COMPILE_CACHE=/var/cache/coffer
# The command that texts of the server name.
Environment=COFFER_COMMAND=coffer
${appUrl ? `Environment=APP_URL=${appUrl}\n` : ''}${prepare(options)}ExecStart=${node} ${folder}/server/launch/start.mjs
# The server drains and stops its database; what is left after that is killed.
KillMode=mixed
TimeoutStartSec=1h
TimeoutStopSec=45
Restart=on-failure
RestartSec=2
# A thumbnail process that the kernel ends for want of memory does not end the service.
OOMPolicy=continue
LimitNOFILE=65536
UMask=0077
CacheDirectory=coffer
CacheDirectoryMode=0700

ProtectSystem=strict
ReadWritePaths=${dataDir} -${backupFolder}
ProtectHome=${[folder, node, dataDir].some(isInHomes) ? 'read-only' : 'yes'}
PrivateTmp=yes
PrivateDevices=yes
DevicePolicy=closed
PrivateUsers=yes
PrivateIPC=yes
PrivateMounts=yes
ProtectProc=invisible
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
CapabilityBoundingSet=
AmbientCapabilities=
NoNewPrivileges=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
RemoveIPC=yes
KeyringMode=private
LockPersonality=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged
SystemCallErrorNumber=EPERM

[Install]
WantedBy=multi-user.target
`
}

/** Tells the command from another program of this name. */
export const commandMark = 'of the service Coffer'

/** The command `coffer`: the operator's commands on the instance of the service. */
export const commandFile = ({ folder, node, toolsFolder }: ServiceOptions): string => {
  const runner = toolsFolder === null ? node : `/usr/bin/env PATH=${toolsFolder}:${toolsPath} node`
  return `#!/bin/sh
# The operator's commands on the instance ${commandMark}: coffer doctor
exec ${runner} ${folder}/server/launch/service-cli.mjs "$@"
`
}

/** The account that the service runs as, for systemd-sysusers. */
export const accountFile = ({ dataDir }: ServiceOptions): string => `u coffer - "Coffer" ${dataDir}\n`

/** The folders that only this account can read, for systemd-tmpfiles. */
export const foldersFile = ({ dataDir }: ServiceOptions): string =>
  [dataDir, backupFolder].map((folder) => `d ${folder} 0700 coffer coffer -\n`).join('')
