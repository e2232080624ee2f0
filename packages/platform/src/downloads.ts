export {
  beginDownload,
  type DownloadKey,
  downloadedLists,
  endDownload,
  type ListedDownload,
  listDownloads,
  type NewDownload,
  noteDownload,
} from './downloads/downloads.ts'
