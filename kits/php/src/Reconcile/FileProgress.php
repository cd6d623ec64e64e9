<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Reconcile;

use Wasl\PartnerKit\InvalidOption;

/**
 * Keeps the progress in a file. The file is always complete, even if the process is killed: a new
 * version is written to a second file and renamed. It contains references and amounts, so only this
 * user can read it.
 */
final class FileProgress implements ProgressStore
{
    public function __construct(private readonly string $path)
    {
        if ($path === '') {
            $expected = 'FileProgress: path: expected the path of a file, received nothing';
            throw new InvalidOption($expected);
        }
    }

    public function load(): ?string
    {
        return is_file($this->path) ? (string) file_get_contents($this->path) : null;
    }

    public function save(string $bookmark): void
    {
        $new = "$this->path.new";
        $file = fopen($new, 'w');
        if ($file === false) {
            throw new \RuntimeException("FileProgress: $new cannot be written.");
        }
        chmod($new, 0600);
        $isWritten = fwrite($file, $bookmark) === strlen($bookmark);
        // Otherwise a power cut could leave an empty file under the new name.
        $isSaved = $isWritten && fsync($file);
        fclose($file);
        if (!$isSaved || !rename($new, $this->path)) {
            throw new \RuntimeException("FileProgress: $new cannot be written.");
        }
    }

    public function clear(): void
    {
        foreach ([$this->path, "$this->path.new"] as $path) {
            if (is_file($path)) {
                unlink($path);
            }
        }
    }
}
