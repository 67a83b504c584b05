package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"cmp"
	"compress/gzip"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"time"
)

// An entry is a file of an archive.
type entry struct {
	name string // below the folder of the archive, with slashes
	data []byte
	mode fs.FileMode
}

// archive returns an archive with the entries below a folder, sorted by name. All have the same time.
func archive(extension, folder string, entries []entry, at time.Time) ([]byte, error) {
	entries = slices.Clone(entries)
	slices.SortFunc(entries, func(a, b entry) int { return cmp.Compare(a.name, b.name) })
	var b bytes.Buffer
	write := writeTar
	if extension == ".zip" {
		write = writeZip
	}
	if err := write(&b, folder, entries, at.UTC()); err != nil {
		return nil, fmt.Errorf("writing the archive %s: %w", folder+extension, err)
	}
	return b.Bytes(), nil
}

func writeTar(w io.Writer, folder string, entries []entry, at time.Time) error {
	compressed, err := gzip.NewWriterLevel(w, gzip.BestCompression) // its header has no name and no time
	if err != nil {
		return err
	}
	t := tar.NewWriter(compressed)
	for _, e := range entries {
		header := &tar.Header{
			Typeflag: tar.TypeReg, Name: path.Join(folder, e.name), Size: int64(len(e.data)), Mode: int64(e.mode), ModTime: at, Format: tar.FormatUSTAR,
		}
		if err := t.WriteHeader(header); err != nil {
			return err
		}
		if _, err := t.Write(e.data); err != nil {
			return err
		}
	}
	if err := t.Close(); err != nil {
		return err
	}
	return compressed.Close()
}

func writeZip(w io.Writer, folder string, entries []entry, at time.Time) error {
	z := zip.NewWriter(w)
	for _, e := range entries {
		header := &zip.FileHeader{Name: path.Join(folder, e.name), Method: zip.Deflate, Modified: at}
		header.SetMode(e.mode)
		file, err := z.CreateHeader(header)
		if err != nil {
			return err
		}
		if _, err := file.Write(e.data); err != nil {
			return err
		}
	}
	return z.Close()
}
